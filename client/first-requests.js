// Inline in every page: asks for what the page shows first while its scripts load. The server names it
// (client/page-starts.ts). security-headers.ts allows it by its hash.
{
  const named = document.getElementById('first-requests');
  if (named) {
    globalThis.firstAnswers = JSON.parse(named.textContent).map((request) => {
      const answer = fetch('/api/graphql', {
        method: 'POST',
        credentials: 'include',
        headers: {
          'content-type': 'application/json',
          accept: 'application/graphql-response+json, application/json',
        },
        body: JSON.stringify(request),
      });
      // Whoever takes the answer handles its failure.
      answer.catch(() => {});
      return { request, answer, sentAt: performance.now() };
    });
  }
}
