"""The page: what ``omenbox play`` serves to the browser.

``host``   the box on this machine, its people and its bots
``page``   the page itself (NiceGUI); it shows what the seat feed holds and passes clicks on
``map``, ``tile``, ``floors``, ``explorers``, ``asking``, ``box``, ``panels``
           parts of the page as HTML, each made from a feed
"""
