// Redaction of keys in servers' answers: they like to repeat the key they refuse. It must not get from there into a
// log or onto a screen.

/** @param key - the key that was sent, where there was one */
export function redactKeys(text: string, key: string | undefined): string {
	const withoutOwn = key !== undefined && key.length >= 4 ? text.replaceAll(key, '[key]') : text
	return withoutOwn.replace(KEYS, '[key]')
}

/** Also the half-masked forms: `sk-proj-********AbCd`. */
const KEYS = /\b(?:sk|pk|rk|gsk|xai|key|AIza)[-_][\w*•.…-]{6,}|\bAIza[\w*-]{10,}|(?<=\bBearer )\S+/g
