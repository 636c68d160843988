const landmarks = 'main, section, ul';

/**
 * Moves the focus to the nearest landmark when the focused element is removed, such as a deleted row. Otherwise screen
 * readers restart at the top of the page. Returns a cleanup function.
 */
export function keepFocus(): () => void {
  let path: Element[] = [];
  const remember = ({ target }: FocusEvent) => {
    path = [];
    for (let each = target as Element | null; each; each = each.parentElement) path.push(each);
  };
  const observer = new MutationObserver(() => {
    if (document.activeElement !== document.body || path[0]?.isConnected !== false) return;
    const near = path.find((each) => each.isConnected && each.matches(landmarks));
    path = [];
    if (!(near instanceof HTMLElement)) return;
    if (!near.hasAttribute('tabindex')) near.tabIndex = -1;
    near.focus({ preventScroll: true });
  });
  document.addEventListener('focusin', remember);
  observer.observe(document.body, { childList: true, subtree: true });
  return () => {
    document.removeEventListener('focusin', remember);
    observer.disconnect();
  };
}
