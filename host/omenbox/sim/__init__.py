"""Games without a screen: bots, their games and what must hold in each, other Pythons, measures."""
