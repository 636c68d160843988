/** Pixels between the tooltip and its anchor, and from the window's edges. */
const gap = 4;

export function place(tip: HTMLElement, anchor: HTMLElement) {
  const { left, right, top, bottom } = anchor.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = tip;
  const start = getComputedStyle(anchor).direction === 'rtl' ? right - width : left;
  tip.style.left = `${Math.max(gap, Math.min(start, innerWidth - width - gap))}px`;
  tip.style.top = `${top - height - gap < gap ? bottom + gap : top - height - gap}px`;
}
