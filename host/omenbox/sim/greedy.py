"""The greedy bot: tries in its head what it may answer, and takes what leaves things best.

How well things stand is said by the haunt, in the hook ``worth``, or by the base pack's function
``standing`` where the haunt says nothing. The bot itself knows no haunt. It imagines only what its
seat can know (:mod:`.unknown`): a state in which everything hidden is dealt by chance. There it
follows each answer to its own next menu, or until the turn passes on, and asks for the worth.
"""

from __future__ import annotations

from itertools import combinations
from math import comb
from random import Random
from typing import Any

from shared_rules.pack import Packs
from shared_rules.state import (
    CHOICE,
    DICE,
    G_PROMPT,
    LETTERS,
    O_DROP,
    O_END,
    O_EXPLORE,
    P_DOMAIN,
    P_KIND,
    P_MENU,
    P_TEXT,
    P_WHO,
    PHASE_REVEAL,
    RANGE,
)
from shared_rules.vm import EffectError

from .chance import any_answer
from .imagination import Imagination, Position, worth
from .random_bot import Imagine, RandomBot

#: Worth of a game that is won; of one that is lost the opposite. Beyond anything that a haunt says.
WON = 1_000_000
#: How often something is tried in which chance has a share.
SAMPLES = 3
#: How often before it is left alone as useless.
MORE = 10
#: How many answers to a question are tried, and how many to a further one that follows from them.
WIDTH = 24
NARROW = 6
#: How many of those to what is asked at the end of a turn, while that is not chosen yet.
FEW = 2
#: How many answers of one's own are thought out in a row, before chance has its share.
DEPTH = 3
#: How many rows of answers are thought out at one question.
PATHS = 24
#: How often it is thought of laying cards down, which is seldom any good.
LAY_DOWN = 0.1
#: Rounds after which a bot grows restless, for the rules let both sides wait for ever: from then on it gives any
#: answer now and then, each round a hundredth more often, until it is every other one.
PATIENCE = 60
RESTLESS = 100
#: The end of a turn.
END = O_END << 16
#: Answers after which a thought is given up.
LONGEST = 60


class GreedyBot(RandomBot):
    """Strives for what its haunt calls worth having; before the haunt it explores."""

    WEIGHTS = {**RandomBot.WEIGHTS, O_END: 1, O_EXPLORE: 60}

    def __init__(self, packs: Packs, seat: int, seed: int) -> None:
        super().__init__(packs, seat, seed)
        self._seat = seat
        self._chance = Random(f"greedy {seat} {seed}")

    def answer(self, view: dict[str, Any], prompt: list, imagine: Imagine | None = None) -> Any:
        """The answer that leaves things best as far as ``imagine`` shows; any answer without it."""
        haunted = view["phase"] >= PHASE_REVEAL and not view["manual"]
        if imagine is None or not haunted or prompt[P_KIND] == LETTERS or self._restless(view["round"]):
            return super().answer(view, prompt)
        return Thought(self._packs, view, self._seat, imagine, self._chance).best(prompt)

    def _restless(self, round: int) -> bool:
        """Whether thinking is left alone for once, more and more often as the game goes on."""
        return round > PATIENCE and self._chance.random() < min((round - PATIENCE) / RESTLESS, 0.5)


class Thought:
    """What a bot thinks at one question."""

    def __init__(self, packs: Packs, view: dict[str, Any], seat: int, imagine: Imagine, chance: Random) -> None:
        self.seat = seat
        self.side = view["explorers"][seat][1]
        self.imagine = imagine
        self.chance = chance
        self.worlds: list[tuple[Position, int]] = []
        self.game = Imagination(packs, imagine(chance))
        self.worlds.append((Position(self.game), chance.getrandbits(32)))

    def best(self, prompt: list) -> Any:
        """The best answer to a prompt, of several equally good ones any; a turn ends when nothing more is gained."""
        answers = some_answers(prompt, WIDTH, self.chance)
        if prompt[P_MENU] == 1 and self.chance.random() > LAY_DOWN:
            answers = [answer for answer in answers if answer >> 16 != O_DROP] or answers
        if len(answers) == 1:
            return answers[0]
        found = self.thought(answers)
        self.chance.shuffle(found)
        found.sort(key=lambda one: -one[0])
        if prompt[P_MENU] != 1 or END not in answers:
            return found[0][1][0]
        end = next(value for value, path, _ in found if path[0] == END)
        now = worth(self.game.begin(self.world(0)[0]), self.seat)
        for value, path, _ in found:
            # What the end of a turn brings comes in any case; what it costs may be avoided.
            if path[0] == END and value >= WON or path[0] != END and (value > now or self.before_end(path) > end):
                return path[0]
            if path[0] != END and value <= now <= end:
                break
        for value, path, chancy in found:
            if chancy and value == now and path[0] != END and self.mean(path, value, MORE) > now:
                return path[0]  # luck that is rare, and harms nobody
        return END

    def thought(self, answers: list[Any]) -> list[tuple[float, list[Any], bool]]:
        """What each answer leads to at best: its worth, the row of answers, and whether chance has a share in it."""
        found = []
        paths = 0
        for answer in answers:
            most: tuple[float, list[Any], bool] = (-2.0 * WON, [answer], False)
            left = [[answer]]
            while left:
                path = left.pop()
                paths += 1
                value, chancy, asked = self.follow(path, 0)
                if asked is not None:
                    width = 1 if paths >= PATHS else NARROW if answer != END else FEW
                    left += [[*path, other] for other in some_answers(asked, width, self.chance)]
                    continue
                if chancy:
                    value = self.mean(path, value)
                elif self.game.G == self.world(0)[0].state:
                    continue  # nothing has come of it
                if value > most[0]:
                    most = value, path, chancy
            found.append(most)
        return found

    def mean(self, path: list[Any], value: float, samples: int = SAMPLES) -> float:
        """The mean worth of what a row of answers may lead to; ``value`` is what it does in the first world."""
        return (value + sum(self.follow(path, n)[0] for n in range(1, samples))) / samples

    def before_end(self, path: list[Any]) -> float:
        """What comes of a row of answers when the turn ends after it."""
        path = [*path, END]
        value, chancy, asked = self.follow(path, 0)
        return -2.0 * WON if asked is not None else self.mean(path, value) if chancy else value

    def world(self, n: int) -> tuple[Position, Random]:
        """The n-th world that may be the real one, and how the dice fall there."""
        while len(self.worlds) <= n:
            self.game.adopt(self.imagine(self.chance))
            self.worlds.append((Position(self.game), self.chance.getrandbits(32)))
        position, dice = self.worlds[n]
        return position, Random(dice)

    def follow(self, path: list[Any], n: int) -> tuple[float, bool, list | None]:
        """Give answers one after the other in the n-th world, then let things go their way.

        Gives the worth of what comes, whether chance or others had a share in it, and instead of
        these the prompt at which the seat has more to decide first.
        """
        position, dice = self.world(n)
        game = self.game.begin(position)
        stacks = game.stacks()
        chancy = False
        given = 0
        said: dict[int, Any] = {}  # by question: what is asked again after dice have fallen is answered alike
        try:
            for _ in range(LONGEST):
                prompt = game.G[G_PROMPT]
                mine = prompt[P_WHO] == self.seat and prompt[P_KIND] != DICE
                if mine and given < len(path):
                    value = path[given]
                    if not fits(prompt, value):
                        if prompt[P_MENU] == 1:
                            break
                        value, chancy = any_answer(prompt, dice), True
                    elif prompt[P_MENU] != 1:
                        said[prompt[P_TEXT]] = value
                    given += 1
                elif prompt[P_KIND] != DICE and prompt[P_MENU] == 1:
                    break
                elif chancy and mine and prompt[P_TEXT] in said and fits(prompt, said[prompt[P_TEXT]]):
                    value = said[prompt[P_TEXT]]
                else:
                    chancy = chancy or not mine or game.stacks() != stacks
                    if not chancy and len(path) < DEPTH:
                        return 0.0, False, prompt
                    value = any_answer(prompt, dice)
                game.answer(value)
                game.step()
                if game.over:
                    won = WON if game.won(self.seat, self.side) else -WON
                    return won, chancy or game.stacks() != stacks, None
            return worth(game, self.seat), chancy or game.stacks() != stacks, None
        except EffectError:  # what is imagined contradicts what is known
            return -WON / 2, chancy, None


def fits(prompt: list, value: Any) -> bool:
    """Whether an answer that was thought of at another prompt is one to this."""
    kind, domain = prompt[P_KIND], prompt[P_DOMAIN]
    if kind == CHOICE:
        return value in domain
    if kind == RANGE:
        return isinstance(value, int) and domain[0] <= value <= domain[1]
    return isinstance(value, list) and domain[0] <= len(value) <= domain[1] and set(value) <= set(domain[2:])


def some_answers(prompt: list, most: int, chance: Random) -> list[Any]:
    """All answers to a prompt, or at most so many of them."""
    kind, domain = prompt[P_KIND], prompt[P_DOMAIN]
    if kind == CHOICE:
        return list(domain) if len(domain) <= most else chance.sample(domain, most)
    if kind == RANGE:
        numbers = range(domain[0], domain[1] + 1)
        if len(numbers) <= most:
            return list(numbers)
        return [domain[0], domain[1], *chance.sample(numbers[1:-1], most - 2)] if most > 2 else [domain[1]]
    if kind == LETTERS:
        return [any_answer(prompt, chance)]
    things = domain[2:]
    sizes = range(domain[0], domain[1] + 1)
    if sum(comb(len(things), n) for n in sizes) <= most:
        return [list(found) for n in sizes for found in combinations(things, n)]
    return [any_answer(prompt, chance) for _ in range(most)]
