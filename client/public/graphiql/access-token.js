/** An access token for this tab, which page.js sends with every request. */
globalThis.accessToken = (() => {
  const texts = JSON.parse(document.getElementById('data').textContent).texts.accessToken;
  const form = document.getElementById('access-token');
  const input = document.getElementById('secret');
  const refused = document.getElementById('refused');
  const remove = document.getElementById('remove');
  const key = 'access-token';

  /** Some browsers block storage. A token then lasts as long as the page. */
  function attempt(use) {
    try {
      return use();
    } catch {
      return null;
    }
  }

  let token = attempt(() => sessionStorage.getItem(key)) ?? '';

  function keep(secret) {
    token = secret;
    remove.hidden = !secret;
    attempt(() => (secret ? sessionStorage.setItem(key, secret) : sessionStorage.removeItem(key)));
  }

  return {
    headers: () => (token ? { authorization: `Bearer ${token}` } : {}),
    template: () => (token ? texts.owner : undefined),
    async start(refresh, status) {
      form.addEventListener('submit', async (event) => {
        event.preventDefault();
        refused.textContent = '';
        const before = token;
        keep(input.value.trim());
        if (await refresh()) {
          form.reset();
          form.hidePopover?.();
        } else {
          keep(before);
          refused.textContent = texts.refused;
        }
      });
      remove.addEventListener('click', async () => {
        keep('');
        await refresh();
        form.hidePopover?.();
      });
      keep(token);
      if (await refresh()) return;
      keep('');
      await refresh();
      status.textContent = texts.refused;
    },
  };
})();
