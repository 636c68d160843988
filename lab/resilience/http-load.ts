import { type Agent, request } from 'node:https';

/** Status 0, and the reason as its text, if there was no response. */
export type Answer = { status: number; text: string };

/** Sends a query through a proxy, without repeating it. */
export function ask(url: string, agent: Agent, query: string, cookie = ''): Promise<Answer> {
  const body = JSON.stringify({ query });
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    ...(cookie && { cookie }),
  };
  return new Promise((done) => {
    const failed = ({ message }: Error) => done({ status: 0, text: message });
    const sent = request(`${url}/api/graphql`, { agent, method: 'POST', headers }, (response) => {
      let text = '';
      response.on('data', (chunk) => (text += chunk));
      response.on('end', () => done({ status: response.statusCode ?? 0, text }));
      response.on('error', failed);
    });
    sent.on('error', failed);
    sent.end(body);
  });
}

/** Whether admission control rejected the request, as it does on a slow machine. */
export const isBusy = ({ status, text }: Answer): boolean =>
  status === 503 && text.includes('The service is busy.');
