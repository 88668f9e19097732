// One line of `agent doctor`.

/** `failed`: Keelson does not work as it should. `missing`: it works, something is less good. */
export type Finding = { state: 'ok' | 'missing' | 'failed'; text: string }
