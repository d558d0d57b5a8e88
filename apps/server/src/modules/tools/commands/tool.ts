import { events } from '../events.ts';
import { defineTool, type Tool } from '../tool.ts';
import { readableDirectories, readableFiles } from './diagnosis.ts';
import { type CommandDeps, execute, readArgv } from './execute.ts';
import { CommandParameters, CommandResult } from './schemas.ts';

export function executeCommandTool(deps: CommandDeps): Tool {
  return defineTool({
    name: 'execute_command',
    description: `Runs an allowlisted diagnostic command on the host, without a shell. Allowed: ${deps.allowed.join(', ')}. Send argv as an array, such as ["df", "-h", "/"]. Paths must lie inside the working directories or be one of: ${[...readableDirectories, ...readableFiles].join(', ')}.`,
    builtin: true,
    parameters: CommandParameters,
    result: CommandResult,
    event: events.commandExecuted,
    run: (params, call) => execute(deps, readArgv(params), params.cwd, call),
  });
}
