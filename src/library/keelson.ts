// The package as a library: `import { createRuntime } from 'keelson'`. What is exported here is all there is.

export type { ApprovalMode, ApprovalRequest, DecidedBy, Decision } from '../core/approval.ts'
export type { SessionSummary } from '../core/commands.ts'
export { AgentError, ERROR_CODES, type ErrorCode, type ErrorInfo } from '../core/errors.ts'
export type { AgentEvent, Envelope, Question, RunEndReason, ShownEvent, StoredEvent } from '../core/events.ts'
export type { ApprovalId, CallId, QuestionId, RunId, SessionId } from '../core/ids.ts'
export type { JsonObject, JsonSchema, JsonValue } from '../core/json.ts'
export {
	type AssistantMessage,
	type Message,
	type ToolMessage,
	type UserMessage,
	userText,
} from '../core/messages.ts'
export type {
	Effort,
	FinishReason,
	ModelPart,
	ModelRequest,
	Provider,
	RequestVerdict,
	ReviewRequest,
	ToolSpec,
} from '../core/model.ts'
export type { ModelRef } from '../core/model-ref.ts'
export type { PermissionDecision, Tier } from '../core/permission.ts'
export type { AuthContext } from '../core/services/auth-context.ts'
export type { KeyValues } from '../core/services/key-values.ts'
export type { Logging, LogLevel } from '../core/services/logging.ts'
export type { ToolResult } from '../core/tool.ts'
export { NO_USAGE, type Usage } from '../core/usage.ts'
export type { SessionLog, SessionStore } from '../sessions/session-store.ts'
export { createInMemoryStore } from '../sessions/store/in-memory-store.ts'
export { createRuntime } from './create-runtime.ts'
export type {
	AgentOptions,
	CreateRuntimeOptions,
	LogChoice,
	ProviderServer,
	SettingsChoice,
} from './options/runtime-options.ts'
export type { Agent, ResumeOptions, Runtime } from './runtime.ts'
export type { OutputOf, StandardSchema } from './schema/standard-schema.ts'
export type { RuntimeServer, ServeOptions } from './serve/serve-options.ts'
export type { PromptOptions, Run } from './session/run.ts'
export { RunError, type RunResult } from './session/run-result.ts'
export type { AskContext, Callbacks, Session, SessionCommand } from './session/session.ts'
export { type DefinedTool, defineTool, type ToolDefinition, type ToolOutput } from './tools/define-tool.ts'
export type {
	ArtifactShelf,
	HandlerContext,
	KeyValueMemory,
	NewArtifact,
	ToolServices,
} from './tools/tool-services.ts'
