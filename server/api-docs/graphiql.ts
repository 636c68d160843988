/** Shows GraphiQL to browsers that open the API's URL. */
import type { Hono } from 'hono';
import { html, raw } from 'hono/html';
import { graphqlPath } from '#server/graphql/requests/handler.ts';
import { languageOfRequest, type Text, translate } from '#server/i18n.ts';
import type { Settings } from '#server/settings.ts';
import { languages } from '#shared/languages.ts';
import { apiGuidePath } from './api-guide.ts';

const accessTokenButton = (t: Text) =>
  html`<button type="button" popovertarget="access-token">${t('graphiqlPage:accessToken.open')}</button>`;

const accessTokenForm = (t: Text, direction: string) =>
  html`<form id="access-token" popover dir="${direction}">
<label for="secret">${t('graphiqlPage:accessToken.label')}</label>
<input id="secret" name="secret" type="password" dir="ltr" autocomplete="off" spellcheck="false" required placeholder="atr_…" aria-describedby="hint refused">
<p id="hint">${t('graphiqlPage:accessToken.hint')}</p>
<p id="refused" role="alert"></p>
<button type="submit" class="primary">${t('graphiqlPage:accessToken.use')}</button>
<button type="button" id="remove" hidden>${t('graphiqlPage:accessToken.remove')}</button>
</form>`;

const accessTokenScript = html`<script src="/graphiql/access-token.js"></script>`;

/** The default query. Its lines are short because the editor doesn't wrap them. */
const welcome = (appName: string) => `# ${appName.replaceAll(/\s+/g, ' ').trim()} API
# Ctrl-Space: suggestions
# Ctrl-Enter: run

query Repositories {
  viewer {
    user {
      name
      email
    }
  }
  repositories(first: 5) {
    totalCount
    nodes {
      id
      name
      link
      updatedAt
    }
  }
}
`;

/** Renders the page in the request's language. GraphiQL itself stays in English, like the API. */
function graphiqlPage({ headers, url }: Request, settings: Settings) {
  const language = languageOfRequest(headers, new URL(url));
  const { direction } = languages[language];
  const t = translate(language);
  const name = '{{name}}';
  const data = {
    endpoint: graphqlPath,
    welcome: welcome(settings.appName),
    texts: {
      signedInAs: t('graphiqlPage:signedInAs', { name }),
      signedOut: t('graphiqlPage:signedOut'),
      unreachable: t('graphiqlPage:unreachable'),
      search: { found: t('graphiqlPage:search.found', { number: '{{number}}' }) },
      accessToken: {
        owner: t('graphiqlPage:accessToken.owner', { name }),
        refused: t('graphiqlPage:accessToken.refused'),
      },
    },
  };
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${t('graphiqlPage:title')} · ${settings.appName}</title>
<link rel="icon" href="/favicon.svg">
<link rel="stylesheet" href="/graphiql/graphiql.css">
<link rel="stylesheet" href="/graphiql/page.css">
</head>
<body>
<header dir="${direction}">
<a class="home" href="/"><img src="/favicon.svg" alt="" width="24" height="24"><bdi>${settings.appName}</bdi></a>
<h1>${t('graphiqlPage:title')}</h1>
<nav>
<a href="${apiGuidePath}">${t('graphiqlPage:guide')}</a>
<a href="${graphqlPath}/schema.graphql">${t('graphiqlPage:schema')}</a>
</nav>
<search>
<input id="search" type="search" autocomplete="off" spellcheck="false" maxlength="100" aria-label="${t('graphiqlPage:search.label')}" placeholder="${t('graphiqlPage:search.label')}" aria-describedby="search-hint">
<div id="results" hidden>
<p id="search-hint">${t('graphiqlPage:search.hint')} · <output id="count" for="search"></output></p>
<ol id="found" lang="en" dir="ltr"></ol>
</div>
</search>
<p id="status" role="status"></p>
<a id="sign-in" href="/login" hidden>${t('graphiqlPage:signIn')}</a>
${accessTokenButton(t)}
</header>
${accessTokenForm(t, direction)}
<main id="graphiql" lang="en" dir="ltr"><div class="waiting" aria-busy="true"><i></i><i></i><i></i></div></main>
<noscript>${t('graphiqlPage:noScript')}</noscript>
<script type="application/json" id="data">${raw(json)}</script>
<script src="/graphiql/graphiql.js"></script>
${accessTokenScript}
<script src="/graphiql/search.js"></script>
<script src="/graphiql/page.js"></script>
</body>
</html>`;
}

/** Serves the page at the URL of the API. The build writes its script and style sheet (client/build/graphiql.ts). */
export function addGraphiql(app: Hono, settings: Settings): void {
  app.get(graphqlPath, (context) => {
    context.header('vary', 'accept, accept-language, cookie');
    return context.html(graphiqlPage(context.req.raw, settings));
  });
}
