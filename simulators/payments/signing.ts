import { createHmac } from 'node:crypto';

/** The ways in which a webhook can be forged: each breaks one thing that a receiver must check. */
export const forgeries = ['signature', 'timestamp', 'secret', 'body', 'unsigned'];

/** An old timestamp is older than the five minutes that receivers accept. */
const oldBySeconds = 3600;

/**
 * The headers and body of a webhook. It is signed at the time of this machine, because receivers compare the timestamp
 * with their own clock, which does not follow the simulator's.
 */
export function signedRequest(
  payload: string,
  secret: string,
  forged: string | null,
): { headers: Record<string, string>; body: string } {
  const stamp = Math.floor(Date.now() / 1000) - (forged === 'timestamp' ? oldBySeconds : 0);
  const key = forged === 'secret' ? `${signingSecret(secret)}0` : signingSecret(secret);
  const right = createHmac('sha256', key).update(`${stamp}.${payload}`).digest('hex');
  const signature = forged === 'signature' ? right.replaceAll(/[0-9a-f]/g, '0') : right;
  const signed = forged === 'unsigned' ? {} : { 'stripe-signature': `t=${stamp},v1=${signature}` };
  return {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
      ...signed,
    },
    body: forged === 'body' ? payload.replace('"livemode":false', '"livemode":true') : payload,
  };
}

/** The secret with which webhooks are signed. */
export function signingSecret(secret: string): string {
  return `whsec_${secret}`;
}
