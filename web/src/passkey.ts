// Passkeys: what the server sends and takes as JSON, and the browser as bytes.

import { ApiError, api } from './api';
import { t } from './i18n';
import { me } from './people';

/** Whether this browser and this server have passkeys. */
export const hasPasskeys = (): boolean => me.value?.passkeys === true && 'PublicKeyCredential' in globalThis && 'credentials' in navigator;

export function toBytes(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
}

export function toText(bytes: ArrayBuffer): string {
  return btoa(String.fromCharCode(...new Uint8Array(bytes))).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

type Described = { id: string; type: 'public-key'; transports?: AuthenticatorTransport[] };

/** The challenge for a new passkey, as the server sends it. */
export type Creation = Omit<PublicKeyCredentialCreationOptions, 'challenge' | 'user' | 'excludeCredentials'> & {
  challenge: string;
  user: Omit<PublicKeyCredentialUserEntity, 'id'> & { id: string };
  excludeCredentials?: Described[];
};

/** The challenge for somebody who logs in, as the server sends it. */
export type Request = Omit<PublicKeyCredentialRequestOptions, 'challenge' | 'allowCredentials'> & { challenge: string };

/** The answer of a browser, as the server takes it. */
function answer(c: Credential | null): unknown {
  const { id, rawId, type, response, authenticatorAttachment, getClientExtensionResults } = c as PublicKeyCredential;
  const fields: Record<string, unknown> = {};
  for (const name of ['clientDataJSON', 'attestationObject', 'authenticatorData', 'signature', 'userHandle'] as const) {
    const value = (response as Partial<Record<typeof name, ArrayBuffer | null>>)[name];
    if (value) fields[name] = toText(value);
  }
  if ('getTransports' in response) fields.transports = (response as AuthenticatorAttestationResponse).getTransports();
  return { id, rawId: toText(rawId), type, authenticatorAttachment, response: fields, clientExtensionResults: getClientExtensionResults.call(c) };
}

/** Asks the device; somebody who changes his mind is told so in his language. */
async function ask(f: () => Promise<Credential | null>): Promise<unknown> {
  try {
    return answer(await f());
  } catch (e) {
    if (e instanceof DOMException && e.name === 'InvalidStateError') throw new ApiError(-1, 'passkey', t('passkeys.twice'));
    if (e instanceof DOMException) throw new ApiError(-1, 'passkey', t('passkeys.cancelled'));
    throw e;
  }
}

/** Makes a passkey on this device and adds it to the account. */
export async function addPasskey(label: string, password: string): Promise<void> {
  const { ticket, options } = await api.passkeyChallenge(password);
  const publicKey: PublicKeyCredentialCreationOptions = {
    ...options,
    challenge: toBytes(options.challenge),
    user: { ...options.user, id: toBytes(options.user.id) },
    excludeCredentials: options.excludeCredentials?.map((c) => ({ ...c, id: toBytes(c.id) })),
  };
  await api.addPasskey(ticket, label, await ask(() => navigator.credentials.create({ publicKey })));
}

/** Logs in with a passkey that the person chooses. */
export async function logInByPasskey(): Promise<void> {
  const { ticket, options } = await api.logInChallenge();
  const publicKey: PublicKeyCredentialRequestOptions = { ...options, challenge: toBytes(options.challenge) };
  me.value = await api.logInByPasskey(ticket, await ask(() => navigator.credentials.get({ publicKey })));
}
