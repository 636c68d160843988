/**
 * Upper bound of the machine: node:http and pg, two named statements per request, hand-written JSON. Takes `{op,
 * variables}` and answers in the shape of the GraphQL servers.
 */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import pg from 'pg';
import { contains, decodeCursor, encodeCursor, findUser, statementsWith } from './session.mjs';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });

// Cast timestamps to ISO text in SQL, so that no Date is created.
const iso = (column) =>
  `to_char("${column}" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "${column}"`;
const columns = `"id", "name", "link", "description", ${iso('createdAt')}, ${iso('updatedAt')}`;
const statements = statementsWith(columns);

async function query(name, values) {
  return (await pool.query({ name, text: statements[name], values })).rows;
}

const json = JSON.stringify;
const repositoryJson = (row) =>
  `{"id":${json(row.id)},"name":${json(row.name)},"link":${json(row.link)},"description":${json(row.description)},"createdAt":"${row.createdAt}","updatedAt":"${row.updatedAt}"}`;

function connectionJson(rows, first, nodeJson) {
  const hasNextPage = rows.length > first;
  if (hasNextPage) rows.length = first;
  const edges = rows
    .map((row) => `{"cursor":"${encodeCursor(row.name)}","node":${nodeJson(row)}}`)
    .join();
  const end = rows.length ? `"${encodeCursor(rows.at(-1).name)}"` : 'null';
  return `{"pageInfo":{"hasNextPage":${hasNextPage},"endCursor":${end}},"edges":[${edges}]}`;
}

function findPage(first, after, searchTerm) {
  if (searchTerm) return query('search', [contains(searchTerm), first + 1]);
  return after ? query('listAfter', [first + 1, decodeCursor(after)]) : query('list', [first + 1]);
}

const operations = {
  async repositories({ first = 20, after, searchTerm }) {
    return connectionJson(await findPage(first, after, searchTerm), first, repositoryJson);
  },
  async repository({ id }) {
    const [row] = await query('byId', [id]);
    return row ? repositoryJson(row) : 'null';
  },
  async createRepository({ name, link, description }) {
    const [row] = await query('create', [randomUUID(), name, link, description]);
    return repositoryJson(row);
  },
};

async function answer(body, authorization) {
  const { op, variables } = JSON.parse(body);
  if (!(await findUser(pool, authorization))) throw new Error('unauthorized');
  return `{"data":{"${op}":${await operations[op](variables)}}}`;
}

createServer((request, response) => {
  let body = '';
  request.setEncoding('utf8');
  request.on('data', (chunk) => {
    body += chunk;
  });
  request.on('end', async () => {
    const send = (status, text) => {
      response.writeHead(status, {
        'content-type': 'application/json; charset=utf-8',
        'content-length': Buffer.byteLength(text),
      });
      response.end(text);
    };
    try {
      send(200, await answer(body, request.headers.authorization));
    } catch (error) {
      send(500, json({ errors: [{ message: error.message }] }));
    }
  });
}).listen(Number(process.env.PORT), '127.0.0.1');
