/** Searches the schema's names and descriptions, operations first. GraphiQL's own search knows names only. */
(() => {
  const { endpoint, texts } = JSON.parse(document.getElementById('data').textContent);
  const input = document.getElementById('search');
  const results = document.getElementById('results');
  const count = document.getElementById('count');
  const list = document.getElementById('found');

  /** Most results shown. */
  const most = 50;
  const documented = '{ name description }';
  const query = `{ __schema {
    queryType { name } mutationType { name } subscriptionType { name }
    types { name description fields ${documented} inputFields ${documented} enumValues ${documented} }
  } }`;

  /** Lower-cased words, with those in names apart: `rateLimit` is found by “rate limit”. */
  const searchable = (text) =>
    `${text} ${text.replaceAll(/([a-z])([A-Z])/g, '$1 $2')}`.toLowerCase();

  /** The documented elements of the schema: fields of operations, then types with what they contain. */
  async function readSchema() {
    const response = await fetch(endpoint, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...globalThis.accessToken?.headers() },
      body: JSON.stringify({ query }),
    });
    const { __schema: schema } = (await response.json()).data;
    const roots = ['mutationType', 'queryType', 'subscriptionType'].map((key) => schema[key]?.name);
    const entries = schema.types
      .filter(({ name }) => !name.startsWith('__'))
      .flatMap(({ name: type, description, fields, inputFields, enumValues }) => [
        { type, name: type, description },
        ...[fields, inputFields, enumValues]
          .flatMap((members) => members ?? [])
          .map((member) => ({
            type,
            name: `${type}.${member.name}`,
            description: member.description,
          })),
      ]);
    return entries.map(({ type, name, description }) => ({
      name,
      description: description ?? '',
      isOperation: roots.includes(type) && name !== type,
      searchedName: searchable(name),
      searched: searchable(`${name} ${description ?? ''}`),
    }));
  }

  let reading;
  function readOnce() {
    reading ??= readSchema().catch((error) => {
      reading = undefined;
      throw error;
    });
    return reading;
  }

  function find(entries, words) {
    const named = ({ searchedName }) => words.every((word) => searchedName.includes(word));
    const rank = (entry) => (entry.isOperation ? 0 : 1) + (named(entry) ? 0 : 2);
    return entries
      .filter(({ searched }) => words.every((word) => searched.includes(word)))
      .sort((one, other) => rank(one) - rank(other));
  }

  function itemOf({ name, description }) {
    const item = document.createElement('li');
    const title = item.appendChild(document.createElement('code'));
    title.textContent = name;
    item.appendChild(document.createElement('p')).textContent = description;
    return item;
  }

  async function show() {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    results.hidden = words.length === 0;
    if (results.hidden) return;
    try {
      const found = find(await readOnce(), words);
      count.textContent = texts.search.found.replace('{{number}}', found.length.toLocaleString());
      list.replaceChildren(...found.slice(0, most).map(itemOf));
    } catch {
      count.textContent = texts.unreachable;
      list.replaceChildren();
    }
  }

  function close() {
    input.value = '';
    results.hidden = true;
  }

  input.addEventListener('input', show);
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape' && !results.hidden) close();
  });
  document.addEventListener('pointerdown', ({ target }) => {
    if (!target.closest('search')) results.hidden = true;
  });
  input.addEventListener('focus', show);
})();
