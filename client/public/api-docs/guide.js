/** A copy button at each block of code of the guides. */
for (const block of document.querySelectorAll('pre')) {
  const frame = document.createElement('div');
  frame.className = 'block';
  block.replaceWith(frame);
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Copy';
  button.setAttribute('aria-live', 'polite');
  frame.append(block, button);
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(block.textContent.trimEnd());
      button.textContent = 'Copied';
    } catch {
      // Some browsers refuse. The selected text can be copied by hand.
      getSelection().selectAllChildren(block);
      button.textContent = 'Selected';
    }
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 2_000);
  });
}
