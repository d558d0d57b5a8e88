import { events } from '../events.ts';
import { defineTool, type Tool } from '../tool.ts';
import { type CommandDeps, execute, readArgv } from './execute.ts';
import { CommandParameters, CommandResult } from './schemas.ts';

export function executeCommandTool(deps: CommandDeps): Tool {
  return defineTool({
    name: 'execute_command',
    description: `Runs an allowlisted diagnostic command on the host, without a shell. Allowed: ${deps.allowed.join(', ')}. Send argv as an array, such as ["df", "-h"].`,
    builtin: true,
    parameters: CommandParameters,
    result: CommandResult,
    event: events.commandExecuted,
    run: (params, call) => execute(deps, readArgv(params), params.cwd, call),
  });
}
