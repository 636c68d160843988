/** `/api/ticket-files/<ticket>`: POST stores the file of a ticket, GET downloads it. For the ticket's owner only. */
import type { FindViewer } from '#server/auth/sessions/active-session.ts';
import { isImpersonated } from '#server/auth/viewer.ts';
import type { Database } from '#server/database/client.ts';
import { isIdOf } from '#server/database/ids.ts';
import { isCrossSite } from '#server/http/headers.ts';
import type { Settings } from '#server/settings.ts';

export const ticketFilePath = '/api/ticket-files';

/** What a file is, by its first bytes. Its name and `Content-Type` are only claims. */
const types = [
  { type: 'application/pdf', extension: 'pdf', start: '%PDF-' },
  { type: 'image/png', extension: 'png', start: '\x89PNG\r\n\x1a\n' },
  { type: 'image/jpeg', extension: 'jpg', start: '\xff\xd8\xff' },
];

const typeOf = (content: Buffer) =>
  types.find(({ start }) => content.toString('latin1', 0, start.length) === start);

const answer = (status: number, code: string) => Response.json({ code }, { status });

type Deps = { database: Database; settings: Settings; findViewer: FindViewer };

export function createTicketFiles({ database, settings, findViewer }: Deps) {
  async function store(ticketId: string, request: Request): Promise<Response> {
    const content = Buffer.from(await request.arrayBuffer());
    const type = typeOf(content)?.type;
    if (!type) return answer(415, 'BAD_REQUEST');
    const file = { type, content };
    await database.ticketFile.upsert({
      where: { ticketId },
      create: { ticketId, ...file },
      update: file,
    });
    return answer(200, 'OK');
  }

  async function download(ticketId: string): Promise<Response> {
    const file = await database.ticketFile.findUnique({ where: { ticketId } });
    if (!file) return answer(404, 'NOT_FOUND');
    const extension = types.find(({ type }) => type === file.type)?.extension;
    return new Response(file.content, {
      headers: {
        'content-type': file.type,
        'content-disposition': `attachment; filename="${ticketId}.${extension}"`,
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      },
    });
  }

  return async function handleFile(request: Request): Promise<Response> {
    const { method, url, headers } = request;
    const id = new URL(url).pathname.slice(ticketFilePath.length + 1);
    if (!isIdOf('Ticket', id)) return answer(404, 'NOT_FOUND');
    if (method !== 'GET' && method !== 'POST') return answer(405, 'BAD_REQUEST');
    // Cookies come along with forms of other sites.
    if (method === 'POST' && (settings.demo || isCrossSite(headers, settings.origins))) {
      return answer(403, 'FORBIDDEN');
    }
    const { viewer } = await findViewer(headers);
    if (!viewer) return answer(401, 'UNAUTHENTICATED');
    if (isImpersonated(viewer)) return answer(403, 'FORBIDDEN');
    const where = { id, ownerId: viewer.user.id };
    if ((await database.ticket.count({ where })) === 0) return answer(404, 'NOT_FOUND');
    return method === 'POST' ? store(id, request) : download(id);
  };
}
