import { ApiError } from './errors.ts';

/**
 * Posts JSON to the product's server. `data` is null if the response isn't JSON.
 *
 * @throws {ApiError} `NETWORK_ERROR` if there was no response
 */
export async function postJson(
  path: string,
  body: unknown,
  headers?: Record<string, string>,
): Promise<{ response: Response; data: unknown }> {
  const response = await fetch(path, {
    method: 'POST',
    credentials: 'include',
    headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
    body: JSON.stringify(body),
  }).catch(() => {
    throw new ApiError('NETWORK_ERROR');
  });
  return { response, data: await readJson(response) };
}

export const readJson = (response: Response): Promise<unknown> => response.json().catch(() => null);
