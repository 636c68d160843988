/**
 * What stands before the doors at which codes are asked for and entered: the budgets, the browser a
 * code belongs to, and the browsers that are remembered.
 */
import { setTimeout } from 'node:timers/promises';
import { currentRequest } from '#server/request-scope.ts';
import type { Settings } from '#server/settings.ts';
import { type Auth, clientAddressHeader } from './auth.ts';
import type { BrowserCookies } from './browser-cookies.ts';
import type { Captcha } from './captcha.ts';
import type { CodeBudget } from './code-budget.ts';
import type { CodeSender } from './send-code.ts';
import { endSession, findSession } from './session.ts';
import type { Visit } from './visit.ts';

/**
 * A request for a code is not answered sooner: its work is the same for every address and done long
 * before, so what little the database needs more for one of them does not show.
 */
const answerMilliseconds = 50;

/** What happens at a door, and which part of the body names the address. */
export type CodeDoor = 'askToSignIn' | 'signIn' | 'askToChangeEmail' | 'changeEmail';

type CodeDoorsParts = {
  auth: Auth;
  settings: Settings;
  budget: CodeBudget;
  cookies: BrowserCookies;
  captcha: Captcha;
  sender: CodeSender;
};

export function createCodeDoors(parts: CodeDoorsParts) {
  const { auth, settings, budget, cookies, captcha, sender } = parts;
  // The demo sends no mails and has no secret to guess; its few addresses are shared by all visitors.
  const countsAddresses = settings.mode !== 'demo';
  const addressOf = (request: Request) => request.headers.get(clientAddressHeader) ?? 'unknown';

  const tooOften = ({ refuse }: Visit, wait: number) =>
    refuse(429, 'RATE_LIMITED', { 'retry-after': String(wait) });

  async function askToSignIn(visit: Visit): Promise<Response> {
    const { headers } = visit.request;
    const { email } = visit.body as { email: string };
    let wait = await budget.countSend(addressOf(visit.request));
    if (wait) return tooOften(visit, wait);
    const isRemembered = cookies.isRemembered(headers, email);
    // A program must not use up the mails that a person may ask for.
    const refusal = isRemembered ? undefined : await captcha(visit);
    if (refusal) return refusal;
    if (countsAddresses) wait = await budget.countMail(email, isRemembered ? 'device' : 'anyone');
    if (wait) return tooOften(visit, wait);
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
    let wait = await budget.countTry(addressOf(visit.request));
    if (wait) return tooOften(visit, wait);
    const hasAsked = browser !== undefined && cookies.hasAsked(headers, browser, email);
    // Who has asked for no code cannot guess it, whatever they enter, and so takes no try from others.
    const own = cookies.isRemembered(headers, email) ? 'device' : 'anyone';
    if (countsAddresses) wait = await budget.countGuess(email, hasAsked ? own : 'stranger');
    if (wait) return tooOften(visit, wait);
    if (!hasAsked) return visit.refuse(400, 'INVALID_OTP');

    const scope = currentRequest();
    if (scope) scope.codeBrowser = browser;
    const response = await visit.forward();
    if (!response.ok) return response;
    if (countsAddresses) await budget.reset(email, ['anyone', 'device']);
    await endSession(auth, headers);
    response.headers.append('set-cookie', cookies.remember(headers, email));
    return response;
  }

  /** The session and the code's own name, which holds both addresses, bind these to the person. */
  async function askToChangeEmail(visit: Visit): Promise<Response> {
    const { session } = await findSession(auth, visit.request.headers);
    if (!session) return visit.forward();
    const { newEmail } = visit.body as { newEmail: string };
    const wait =
      (await budget.countSend(addressOf(visit.request))) ||
      (await budget.countMail(newEmail, 'anyone'));
    return wait ? tooOften(visit, wait) : visit.forward();
  }

  async function changeEmail(visit: Visit): Promise<Response> {
    const { session } = await findSession(auth, visit.request.headers);
    if (!session) return visit.forward();
    const { newEmail } = visit.body as { newEmail: string };
    const wait =
      (await budget.countTry(addressOf(visit.request))) ||
      (await budget.countGuess(newEmail, 'change'));
    if (wait) return tooOften(visit, wait);
    const response = await visit.forward();
    if (response.ok) await budget.reset(newEmail, ['change']);
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
