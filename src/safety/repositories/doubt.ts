// Why a repository is not one in which git may run unasked: a whole sentence for a person.

export class Doubt extends Error {}
