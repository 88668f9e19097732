// What programs do with a folder and all that is in it.

export const REMOVES_FOLDERS = { reads: false, changes: true, when: 'recursive' } as const
export const READS_FOLDERS = { reads: true, changes: false, when: 'recursive' } as const
export const TAKES_FOLDERS = { reads: true, changes: true, when: 'always' } as const
