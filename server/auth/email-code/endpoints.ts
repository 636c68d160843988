/**
 * What stands before the doors at which codes are asked for and entered: the budgets, the browser a
 * code belongs to, and the browsers that are remembered.
 */
import { setTimeout } from 'node:timers/promises';
import { type Auth, clientAddressHeader } from '#server/auth/auth.ts';
import type { Visit } from '#server/auth/auth-request.ts';
import type { BrowserCookies } from '#server/auth/browser-cookies.ts';
import { clientNetworks } from '#server/auth/client-network.ts';
import type { KeyedHash } from '#server/auth/hmac.ts';
import { endSession, findSession, isFresh } from '#server/auth/session.ts';
import { currentRequest } from '#server/log/request-context.ts';
import type { Outbox } from '#server/mail/outbox.ts';
import type { Settings } from '#server/settings.ts';
import type { Captcha } from './captcha.ts';
import type { Audience, CodeBudget } from './code-limits.ts';
import type { CodeSender } from './send-code.ts';

/**
 * A request for a code is not answered sooner: its work is the same for every address and done long
 * before, so what little the database needs more for one of them does not show.
 */
const answerMilliseconds = 50;

/** Mails that wait for one network, as a multiple of its share, and seconds until there may be room. */
const waitingMails = 25;
const fullQueueWait = 30;

/** What happens at a door, and which part of the body names the address. */
export type CodeDoor = 'askToSignIn' | 'signIn' | 'askToChangeEmail' | 'changeEmail';

type CodeDoorsDeps = {
  auth: Auth;
  settings: Settings;
  budget: CodeBudget;
  cookies: BrowserCookies;
  captcha: Captcha;
  sender: CodeSender;
  outbox: Outbox;
  hash: KeyedHash;
};

export function createCodeDoors(parts: CodeDoorsDeps) {
  const { auth, settings, budget, cookies, captcha, sender, outbox, hash } = parts;
  // The demo sends no mails and has no secret to guess; its few addresses are shared by all visitors.
  const countsAddresses = settings.mode !== 'demo';
  const hasCaptcha = settings.captcha !== undefined;
  const addressOf = (request: Request) => request.headers.get(clientAddressHeader) ?? 'unknown';

  const tooOften = ({ refuse }: Visit, wait: number) =>
    refuse(429, 'RATE_LIMITED', { 'retry-after': String(wait) });

  /** Names the queue of the mails that this request causes; says whether it has room for another one. */
  async function isQueueFull(client: string, audience: Audience, level: number): Promise<boolean> {
    const site = clientNetworks(client).at(-1);
    const queue = {
      name: hash('mail queue', `${audience} ${site?.name}`),
      recentMails: level,
      capacity: waitingMails * (site?.share ?? 1),
    };
    const scope = currentRequest();
    if (scope) scope.mailQueue = queue;
    return outbox.isFull(queue);
  }

  async function askToSignIn(visit: Visit): Promise<Response> {
    const { headers } = visit.request;
    const { email } = visit.body as { email: string };
    const client = addressOf(visit.request);
    const isRemembered = cookies.isRemembered(headers, email);
    const audience = isRemembered ? 'device' : 'anyone';
    let { wait, level } = await budget.countSend(client, audience);
    if (wait) return tooOften(visit, wait);
    // A program must not use up the mails that a person may ask for.
    const refusal = isRemembered ? undefined : await captcha(visit);
    if (refusal) return refusal;
    if (countsAddresses) {
      wait = isRemembered
        ? await budget.countMailToDevice(email)
        : (await budget.countMail(email, client, hasCaptcha)) ||
          (await budget.countAllSends(level));
    }
    if (wait) return tooOften(visit, wait);
    if (await isQueueFull(client, audience, level)) return tooOften(visit, fullQueueWait);
    const browser = cookies.findBrowser(headers) ?? cookies.newBrowser();
    await Promise.all([sender.send(email, browser, headers), setTimeout(answerMilliseconds)]);
    return Response.json(
      { success: true },
      { headers: { 'set-cookie': cookies.nameBrowser(headers, browser, email) } },
    );
  }

  async function signIn(visit: Visit): Promise<Response> {
    const { headers } = visit.request;
    const { email } = visit.body as { email: string };
    const browser = cookies.findBrowser(headers);
    // A browser that was mailed no code cannot guess one, whatever it enters: nothing is counted.
    if (browser === undefined || !cookies.hasAsked(headers, browser, email)) {
      return visit.refuse(400, 'INVALID_OTP');
    }
    const client = addressOf(visit.request);
    const audience = cookies.isRemembered(headers, email) ? 'device' : 'anyone';
    const count = () => {
      if (!countsAddresses) return budget.countTry(client);
      return audience === 'device'
        ? budget.countGuessOfDevice(email, client)
        : budget.countGuess(email, browser, client);
    };
    const wait = await count();
    if (wait) return tooOften(visit, wait);

    const scope = currentRequest();
    if (scope) scope.codeBrowser = browser;
    const response = await visit.forward();
    if (!response.ok) return response;
    if (countsAddresses) await budget.resetGuess(email, browser, audience);
    await endSession(auth, headers);
    response.headers.append('set-cookie', cookies.remember(headers, email));
    return response;
  }

  /** The person who may change their address now; others get better-auth's refusal, and count nowhere. */
  async function findChanger({ request }: Visit): Promise<string | undefined> {
    const { session } = await findSession(auth, request.headers);
    const mayChange = session && isFresh(session.session) && !session.session.impersonatedBy;
    return mayChange ? session.user.id : undefined;
  }

  async function askToChangeEmail(visit: Visit): Promise<Response> {
    const userId = await findChanger(visit);
    if (!userId) return visit.forward();
    const { newEmail } = visit.body as { newEmail: string };
    const client = addressOf(visit.request);
    const { wait, level } = await budget.countSend(client, 'device');
    if (wait) return tooOften(visit, wait);
    // A signed-in program could mail strangers, too.
    const refusal = await captcha(visit);
    if (refusal) return refusal;
    const mailWait = await budget.countChangeMail(userId, newEmail, hasCaptcha);
    if (mailWait) return tooOften(visit, mailWait);
    if (await isQueueFull(client, 'device', level)) return tooOften(visit, fullQueueWait);
    return visit.forward();
  }

  /** The session and the code's own name, which holds both addresses, bind the code to the person. */
  async function changeEmail(visit: Visit): Promise<Response> {
    const userId = await findChanger(visit);
    if (!userId) return visit.forward();
    const { newEmail } = visit.body as { newEmail: string };
    if (!(await budget.hasAskedToChange(userId, newEmail))) return visit.refuse(400, 'INVALID_OTP');
    const wait = await budget.countChangeGuess(userId, newEmail, addressOf(visit.request));
    if (wait) return tooOften(visit, wait);
    const response = await visit.forward();
    if (response.ok) await budget.resetChangeGuess(userId, newEmail);
    return response;
  }

  const doors: Record<CodeDoor, (visit: Visit) => Promise<Response>> = {
    askToSignIn,
    signIn,
    askToChangeEmail,
    changeEmail,
  };
  return (door: CodeDoor, visit: Visit) => doors[door](visit);
}

export type CodeDoors = ReturnType<typeof createCodeDoors>;
