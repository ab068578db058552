// The page's script: colours the lamps, shows tips, keeps the log at its newest line.
// What a click does is decided by the host; see `does` in html.py.
window.omen = (() => {
  let shown = "";
  // A lamp looks brighter than its number: this is the eye's view of it.
  const seen = Array.from({ length: 256 }, (_, v) => Math.round(255 * Math.pow(v / 255, 0.5)));

  function paint() {
    for (const lamp of document.querySelectorAll("[data-lamp]")) {
      const hex = shown.substr(6 * lamp.dataset.lamp, 6);
      let colour = "transparent";
      if (hex && hex !== "000000") {
        const part = (i) => seen[parseInt(hex.substr(i, 2), 16)];
        colour = `rgb(${part(0)},${part(2)},${part(4)})`;
      }
      if (lamp.dataset.shows !== colour) {
        lamp.dataset.shows = colour;
        lamp.style.color = colour;
      }
    }
  }

  function lamps(colours) {
    shown = colours;
    paint();
  }

  function watch() {
    const log = document.querySelector(".log");
    const map = document.querySelector(".map");
    if (!log || !map) return setTimeout(watch, 30);
    let atEnd = true;
    log.addEventListener("scroll", () => {
      atEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 40;
    });
    const settle = () => { if (atEnd) log.scrollTop = log.scrollHeight; };
    new MutationObserver(settle).observe(log, { childList: true, subtree: true });
    new ResizeObserver(settle).observe(log);
    const lit = new MutationObserver(paint);
    lit.observe(map, { childList: true, subtree: true });
    lit.observe(document.querySelector(".lamps"), { childList: true, subtree: true });
    settle();
    paint();
  }

  const tip = document.createElement("div");
  tip.id = "tip";
  let under = null;
  function point(event) {
    const thing = event.target.closest && event.target.closest("[data-tip]");
    if (!thing) {
      under = null;
      tip.classList.remove("on");
      return;
    }
    if (thing !== under) {
      under = thing;
      const [first, ...rest] = thing.dataset.tip.split("\n");
      const head = document.createElement("b");
      head.textContent = first;
      tip.replaceChildren(head, ...rest.map((text) => {
        const line = document.createElement("p");
        line.textContent = text;
        return line;
      }));
      tip.classList.add("on");
    }
    const room = tip.getBoundingClientRect();
    const x = Math.min(event.clientX + 14, innerWidth - room.width - 8);
    const below = event.clientY + 18 + room.height < innerHeight;
    tip.style.left = `${Math.max(4, x)}px`;
    tip.style.top = `${below ? event.clientY + 18 : Math.max(4, event.clientY - room.height - 12)}px`;
  }

  // Enter in a field gives what was typed in, or takes the first of a list; Escape closes the dialog.
  function key(event) {
    const field = event.target;
    if (event.key === "Escape") {
      const close = document.querySelector(".sheet .close");
      if (close) close.click();
    }
    if (event.key !== "Enter" || !field.matches("input")) return;
    const button = field.matches(".find")
      ? field.parentElement.querySelector("button:not([hidden])")
      : document.querySelector(`[data-from="${field.id}"]`);
    if (button) button.click();
  }

  // Hides what does not hold the letters typed in.
  function find(field) {
    const wanted = field.value.trim().toLowerCase();
    let left = 0;
    for (const button of field.parentElement.querySelectorAll("button")) {
      button.hidden = !button.textContent.toLowerCase().includes(wanted);
      left += !button.hidden;
    }
    field.parentElement.querySelector(".none").hidden = left > 0;
  }

  addEventListener("DOMContentLoaded", () => {
    document.body.append(tip);
    document.addEventListener("mousemove", point);
    document.addEventListener("click", () => { under = null; tip.classList.remove("on"); });
    document.addEventListener("keydown", key);
    document.addEventListener("input", (event) => {
      if (event.target.matches(".find")) find(event.target);
    });
    watch();
  });

  // The button of the box under a finger: when it went down, null while it is up.
  let pressed = null;
  function down(event) {
    if (event.button || !event.target.closest(".push")) return false;
    pressed = event.timeStamp;
    return true;
  }
  // For how many ms it was pressed, null if this finger was elsewhere.
  function up(event) {
    if (pressed === null) return null;
    const held = Math.round(event.timeStamp - pressed);
    pressed = null;
    return held;
  }
  document.addEventListener("contextmenu", (event) => {
    if (event.target.closest && event.target.closest(".push")) event.preventDefault();
  });

  return { lamps, down, up };
})();
