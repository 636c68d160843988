// Inline in every page: sends the page's first requests while its scripts load. The server lists them
// (client/build/preload-entries.ts). security-headers.ts allows this script by its hash.
{
  const named = document.getElementById('first-requests');
  if (named) {
    globalThis.prefetched = JSON.parse(named.textContent).map((request) => {
      const answer = fetch('/api/graphql', {
        method: 'POST',
        credentials: 'include',
        headers: {
          'content-type': 'application/json',
          accept: 'application/graphql-response+json, application/json',
        },
        body: JSON.stringify(request),
      });
      answer.catch(() => {});
      return { request, answer, sentAt: performance.now() };
    });
  }
}
