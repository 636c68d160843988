/** The access token of the tab, on the page around GraphiQL. Run by client/public/graphiql/access-token.js. */
import { html } from 'hono/html';
import type { Text } from '#server/i18n.ts';

export const accessTokenButton = (t: Text) =>
  html`<button type="button" popovertarget="access-token">${t('graphiqlPage:accessToken.open')}</button>`;

export const accessTokenForm = (t: Text, direction: string) =>
  html`<form id="access-token" popover dir="${direction}">
<label for="secret">${t('graphiqlPage:accessToken.label')}</label>
<input id="secret" name="secret" type="password" dir="ltr" autocomplete="off" spellcheck="false" required placeholder="atr_…" aria-describedby="hint refused">
<p id="hint">${t('graphiqlPage:accessToken.hint')}</p>
<p id="refused" role="alert"></p>
<button type="submit" class="primary">${t('graphiqlPage:accessToken.use')}</button>
<button type="button" id="remove" hidden>${t('graphiqlPage:accessToken.remove')}</button>
</form>`;

export const accessTokenScript = html`<script src="/graphiql/access-token.js"></script>`;
