// The engine as a library: `import { createEngine } from 'keelson/engine'`. Runs in Node, in a page and in an edge worker.

export type { ApprovalMode, ApprovalRequest, Decision } from '../../core/approval.ts'
export type { SessionSummary } from '../../core/commands.ts'
export { AgentError, ERROR_CODES, type ErrorCode, type ErrorInfo } from '../../core/errors.ts'
export type { AgentEvent, Envelope, Question, RunEndReason, StoredEvent } from '../../core/events.ts'
export type { CallId, RunId, SessionId } from '../../core/ids.ts'
export type { JsonObject, JsonSchema, JsonValue } from '../../core/json.ts'
export { type Message, type UserMessage, userText } from '../../core/messages.ts'
export type {
	Effort,
	ModelPart,
	ModelRequest,
	Provider,
	RequestVerdict,
	ReviewRequest,
} from '../../core/model.ts'
export type { PermissionDecision, Tier } from '../../core/permission.ts'
export type { ToolResult } from '../../core/tool.ts'
export { NO_USAGE, type Usage } from '../../core/usage.ts'
export type { SessionLog, SessionStore } from '../../sessions/session-store.ts'
export { createInMemoryStore } from '../../sessions/store/in-memory-store.ts'
export type { ProviderServer } from '../options/runtime-options.ts'
export type { Agent, ResumeOptions } from '../runtime.ts'
export type { OutputOf, StandardSchema } from '../schema/standard-schema.ts'
export type { PromptOptions, Run } from '../session/run.ts'
export { RunError, type RunResult } from '../session/run-result.ts'
export type { AskContext, Callbacks, Session, SessionCommand } from '../session/session.ts'
export { type DefinedTool, defineTool, type ToolDefinition, type ToolOutput } from '../tools/define-tool.ts'
export type {
	ArtifactShelf,
	HandlerContext,
	KeyValueMemory,
	NewArtifact,
	ToolServices,
} from '../tools/tool-services.ts'
export { createEngine, type Engine, type EngineOptions } from './create-engine.ts'
