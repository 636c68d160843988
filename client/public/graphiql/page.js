/** The page around GraphiQL: who requests are sent as, an access token for this tab, and links to a request. */
const { endpoint, welcome, texts } = JSON.parse(document.getElementById('data').textContent);
const status = document.getElementById('status');
const signIn = document.getElementById('sign-in');
const form = document.getElementById('token');
const input = document.getElementById('secret');
const refused = document.getElementById('refused');
const remove = document.getElementById('remove');
const root = document.getElementById('graphiql');

const tokenKey = 'access-token';
/** Most characters of a link, so that servers and proxies accept it. */
const longestLink = 7_000;

/** Storage is blocked in some browsers: a token then lasts as long as the page. */
function attempt(use) {
  try {
    return use();
  } catch {
    return null;
  }
}

let token = attempt(() => sessionStorage.getItem(tokenKey)) ?? '';

const headersOf = (secret) => (secret ? { authorization: `Bearer ${secret}` } : {});

/** The viewer of requests with this token, or with the session; undefined if the server refuses it. */
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
  // The name may be in another direction than the sentence.
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

/** Takes over a token that the server accepts, or none. Returns whether it did. */
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

/** Writes the request into the address, so that it can be shared. Headers are left out: they may be secret. */
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

/** The theme that was chosen in the product; GraphiQL's own settings may choose another. */
function chosenTheme() {
  const theme = attempt(() => localStorage.getItem('theme'));
  return theme === 'light' || theme === 'dark' ? theme : undefined;
}

/** Opens the documentation for a first visit, where there is room beside the editor. */
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
    // GraphiQL then runs this one, whatever the cursor is on.
    ...(isOneOfSeveral(request) ? { operationName: request.operationName } : {}),
    onEditQuery: (query) => follow({ query }),
    onEditVariables: (variables) => follow({ variables }),
    onEditOperationName: (operationName) => follow({ operationName }),
  });
}

void start();
