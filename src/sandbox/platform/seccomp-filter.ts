// The seccomp filter: system calls no sandboxed command gets, because namespaces leave them open. A classic BPF
// program, made by hand because it is short and there is nothing else to make it with.

/** @returns the program as the kernel reads it, or undefined for a machine we have no numbers for */
export function seccompFilter(machine: string): Uint8Array | undefined {
	const calls = CALLS[machine]
	if (!calls) return undefined
	const { architecture, socket, ioctl, refused, foreignFrom } = calls
	return bytes([
		[LOAD, 0, 0, OFFSET.architecture],
		// The same doors have other numbers there.
		...unlessEqual(architecture, NOT_THERE),
		[LOAD, 0, 0, OFFSET.number],
		...(foreignFrom === undefined ? [] : [jump(AT_LEAST, foreignFrom, 0, 1), NOT_THERE]),
		...refused.flatMap(number => ifEqual(number, REFUSE)),
		...whereArgument(socket, OFFSET.firstArgument, [AF_VSOCK]),
		...whereArgument(ioctl, OFFSET.secondArgument, [TIOCSTI, TIOCLINUX]),
		ALLOW,
	])
}

type Instruction = readonly [code: number, ifTrue: number, ifFalse: number, value: number]

type SyscallNumbers = {
	architecture: number
	socket: number
	ioctl: number
	/** Numbers from here on are those of another calling convention. */
	foreignFrom?: number
	/**
	 * Key rings are shared by all of a user's processes whatever namespace they are in. The others are for looking
	 * into the kernel, for opening files past every mount (`open_by_handle_at`), and for making system calls where no
	 * filter sees them (`io_uring`).
	 */
	refused: readonly number[]
}

const CALLS: Readonly<Record<string, SyscallNumbers>> = {
	x64: {
		architecture: 0xc000003e,
		socket: 41,
		ioctl: 16,
		foreignFrom: 0x40000000,
		// add_key request_key keyctl kexec_load perf_event_open open_by_handle_at kexec_file_load bpf userfaultfd
		// io_uring_setup io_uring_enter io_uring_register
		refused: [248, 249, 250, 246, 298, 304, 320, 321, 323, 425, 426, 427],
	},
	arm64: {
		architecture: 0xc00000b7,
		socket: 198,
		ioctl: 29,
		refused: [217, 218, 219, 104, 241, 265, 294, 280, 282, 425, 426, 427],
	},
}

// Between a virtual machine and its host no network namespace stands.
const AF_VSOCK = 40
// They put text on a terminal as if somebody had typed it.
const TIOCSTI = 0x5412
const TIOCLINUX = 0x541c

const OFFSET = { number: 0, architecture: 4, firstArgument: 16, secondArgument: 24 }
const LOAD = 0x20
const EQUAL = 0x15
const AT_LEAST = 0x35
const RETURN = 0x06
const EPERM = 1
const ENOSYS = 38
const ALLOW: Instruction = [RETURN, 0, 0, 0x7fff0000]
const REFUSE: Instruction = [RETURN, 0, 0, 0x00050000 | EPERM]
const NOT_THERE: Instruction = [RETURN, 0, 0, 0x00050000 | ENOSYS]

function jump(code: number, value: number, ifTrue: number, ifFalse: number): Instruction {
	return [code, ifTrue, ifFalse, value]
}

function ifEqual(value: number, then: Instruction): readonly Instruction[] {
	return [jump(EQUAL, value, 0, 1), then]
}

function unlessEqual(value: number, then: Instruction): readonly Instruction[] {
	return [jump(EQUAL, value, 1, 0), then]
}

/** Refuses a call with one of these values in the argument. Decides about the call for good: the number is gone. */
function whereArgument(call: number, offset: number, values: readonly number[]): readonly Instruction[] {
	const inner = [[LOAD, 0, 0, offset] as const, ...values.flatMap(value => ifEqual(value, REFUSE)), ALLOW]
	return [jump(EQUAL, call, 0, inner.length), ...inner]
}

/** `struct sock_filter`: code, two jumps, value. Both machines are little-endian. */
function bytes(program: readonly Instruction[]): Uint8Array {
	const view = new DataView(new ArrayBuffer(program.length * 8))
	for (const [index, [code, ifTrue, ifFalse, value]] of program.entries()) {
		view.setUint16(index * 8, code, true)
		view.setUint8(index * 8 + 2, ifTrue)
		view.setUint8(index * 8 + 3, ifFalse)
		view.setUint32(index * 8 + 4, value, true)
	}
	return new Uint8Array(view.buffer)
}
