// The models that tasks may name: those of the providers that the settings of the task's folder know.

import { isAbsolute } from 'node:path'
import { createSettingsCheck } from '../../../runtime/host/settings-check.ts'
import { requireTaskModel } from '../../../runtime/tasks/task-model.ts'
import type { Environment, HomeFolders } from '../../../workspace/places/home-folders.ts'
import { configureProviders } from '../../../workspace/settings/provider-settings.ts'
import { loadSettings } from '../../../workspace/settings-layers.ts'

export type TaskModelsSetup = {
	folders: HomeFolders
	env: Environment
	profile: string | undefined
	/** The folder of tasks that name none. */
	own: string
}

/** @returns a function that throws AgentError `usage`, `model-unknown` for what the model of a task cannot be */
export function taskModels({ folders, env, profile, own }: TaskModelsSetup) {
	return async (model: string, workspace: string | undefined): Promise<void> => {
		const cwd = workspace !== undefined && isAbsolute(workspace) ? workspace : own
		const checkSchema = async () => createSettingsCheck()
		const loaded = await loadSettings({ folders, cwd, env, profile, flags: {}, checkSchema }).catch(
			() => undefined,
		)
		// What is wrong with settings is wrong with every task, and for each of them to say.
		if (!loaded) return
		const { settings } = loaded
		await requireTaskModel(model, { providers: configureProviders(settings, env).configs, settings, folders })
	}
}
