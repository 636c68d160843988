/** The page around GraphiQL: the viewer that requests run as, an access token for this tab, and links to requests. */
const { endpoint, welcome, texts } = JSON.parse(document.getElementById('data').textContent);
const status = document.getElementById('status');
const signIn = document.getElementById('sign-in');
const form = document.getElementById('token');
const input = document.getElementById('secret');
const refused = document.getElementById('refused');
const remove = document.getElementById('remove');
const root = document.getElementById('graphiql');

const tokenKey = 'access-token';
/** Longest link in characters that servers and proxies accept. */
const longestLink = 7_000;

/** Some browsers block storage. A token then lasts as long as the page. */
function attempt(use) {
  try {
    return use();
  } catch {
    return null;
  }
}

let token = attempt(() => sessionStorage.getItem(tokenKey)) ?? '';

const headersOf = (secret) => (secret ? { authorization: `Bearer ${secret}` } : {});

async function findViewer(secret) {
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headersOf(secret) },
    body: JSON.stringify({ query: '{ viewer { user { name email } } }' }),
  });
  if (response.status === 401) return undefined;
  return (await response.json()).data?.viewer ?? null;
}

function showStatus(viewer) {
  const name = viewer?.user.name || viewer?.user.email;
  const template = token ? texts.withToken : texts.signedInAs;
  // The name's direction may differ from the sentence's.
  status.textContent = name ? template.replace('{{name}}', `\u2068${name}\u2069`) : texts.signedOut;
  signIn.hidden = Boolean(viewer);
  remove.hidden = !token;
}

function keepToken(secret) {
  token = secret;
  attempt(() =>
    secret ? sessionStorage.setItem(tokenKey, secret) : sessionStorage.removeItem(tokenKey),
  );
}

async function acceptToken(secret) {
  try {
    const viewer = await findViewer(secret);
    if (viewer === undefined) return false;
    keepToken(secret);
    showStatus(viewer);
  } catch {
    status.textContent = texts.unreachable;
  }
  return true;
}

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  refused.textContent = '';
  if (await acceptToken(input.value.trim())) {
    form.reset();
    form.hidePopover();
  } else refused.textContent = texts.refused;
});
remove.addEventListener('click', async () => {
  await acceptToken('');
  form.hidePopover();
});

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
  if (!(await acceptToken(token))) {
    await acceptToken('');
    status.textContent = texts.refused;
  }
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
    additionalHeaders: () => headersOf(token),
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
