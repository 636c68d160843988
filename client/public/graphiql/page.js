/** The page around GraphiQL: the viewer that requests run as, and links to requests. */
const { endpoint, welcome, texts } = JSON.parse(document.getElementById('data').textContent);
const status = document.getElementById('status');
const signIn = document.getElementById('sign-in');
const root = document.getElementById('graphiql');
const { accessToken } = globalThis;

/** Longest link in characters that servers and proxies accept. */
const longestLink = 7_000;

/** Some browsers block storage. */
function attempt(use) {
  try {
    return use();
  } catch {
    return null;
  }
}

async function findViewer() {
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...accessToken?.headers() },
    body: JSON.stringify({ query: '{ viewer { user { name email } } }' }),
  });
  if (response.status === 401) return undefined;
  return (await response.json()).data?.viewer ?? null;
}

function showStatus(viewer) {
  const name = viewer?.user.name || viewer?.user.email;
  const template = accessToken?.template() ?? texts.signedInAs;
  // The name's direction may differ from the sentence's.
  status.textContent = name ? template.replace('{{name}}', `\u2068${name}\u2069`) : texts.signedOut;
  signIn.hidden = Boolean(viewer);
}

/** Shows whom requests run as. False if the server refuses them. */
async function refresh() {
  try {
    const viewer = await findViewer();
    if (viewer === undefined) return false;
    showStatus(viewer);
  } catch {
    status.textContent = texts.unreachable;
  }
  return true;
}

/** Puts the request in the URL for sharing. Omits headers, which may be secret. */
function showLink({ query, variables, operationName }) {
  const url = new URL(location.href);
  for (const [name, value] of Object.entries({ query, variables, operationName })) {
    if (value && value !== '{}') url.searchParams.set(name, value);
    else url.searchParams.delete(name);
  }
  if (url.href.length > longestLink) url.search = '';
  history.replaceState(null, '', url);
  signIn.href = `/login?${new URLSearchParams({ redirect: url.pathname + url.search })}`;
}

function chosenTheme() {
  const theme = attempt(() => localStorage.getItem('theme'));
  return theme === 'light' || theme === 'dark' ? theme : undefined;
}

function openDocumentation() {
  const key = 'graphiql:visiblePlugin';
  if (localStorage.getItem(key) === null && matchMedia('(min-width: 48rem)').matches)
    localStorage.setItem(key, 'Documentation Explorer');
}

const isOneOfSeveral = ({ query, operationName }) =>
  operationName !== '' && (query.match(/^\s*(query|mutation|subscription)\b/gm) ?? []).length > 1;

async function start() {
  await (accessToken?.start(refresh, status) ?? refresh());
  attempt(openDocumentation);
  const params = new URLSearchParams(location.search);
  const request = {
    query: params.get('query') ?? '',
    variables: params.get('variables') ?? '',
    operationName: params.get('operationName') ?? '',
  };
  showLink(request);
  const follow = (change) => showLink(Object.assign(request, change));
  globalThis.YogaGraphiQL.renderYogaGraphiQL(root, {
    endpoint,
    title: 'GraphiQL',
    logo: '',
    credentials: 'same-origin',
    ...(accessToken && { additionalHeaders: accessToken.headers }),
    shouldPersistHeaders: false,
    defaultQuery: welcome,
    defaultTheme: chosenTheme(),
    ...(request.variables ? { variables: request.variables } : {}),
    // GraphiQL then runs this one, regardless of the cursor.
    ...(isOneOfSeveral(request) ? { operationName: request.operationName } : {}),
    onEditQuery: (query) => follow({ query }),
    onEditVariables: (variables) => follow({ variables }),
    onEditOperationName: (operationName) => follow({ operationName }),
  });
}

void start();
