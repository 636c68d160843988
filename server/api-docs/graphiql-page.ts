/** The page around GraphiQL, run by client/public/graphiql/page.js. */
import { html, raw } from 'hono/html';
import { graphqlPath } from '#server/graphql/requests/handler.ts';
import { languageOfRequest, type Translate } from '#server/i18n.ts';
import type { Settings } from '#server/settings.ts';
import { languages } from '#shared/languages.ts';
import { accessTokenButton, accessTokenForm, accessTokenScript } from './access-token-form.ts';
import { apiGuidePath } from './api-guide.ts';

export const graphiqlPaths = {
  script: '/api/graphql/graphiql.js',
  styles: '/api/graphql/graphiql.css',
} as const;

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
export function graphiqlPage(
  { headers, url }: Request,
  { settings, translate }: { settings: Settings; translate: Translate },
) {
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
<link rel="stylesheet" href="${graphiqlPaths.styles}">
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
<p id="status" role="status"></p>
<a id="sign-in" href="/login" hidden>${t('graphiqlPage:signIn')}</a>
${accessTokenButton(t)}
</header>
${accessTokenForm(t, direction)}
<main id="graphiql" lang="en" dir="ltr"></main>
<noscript>${t('graphiqlPage:noScript')}</noscript>
<script type="application/json" id="data">${raw(json)}</script>
<script src="${graphiqlPaths.script}"></script>
${accessTokenScript}
<script src="/graphiql/page.js"></script>
</body>
</html>`;
}
