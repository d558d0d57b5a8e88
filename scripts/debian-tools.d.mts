export function findTool(name: string): string | undefined;
export function toolEnvironment(): NodeJS.ProcessEnv;
export function provideTools(): string | undefined;
export function provideShell(): void;
export function runTool(
  name: string,
  options: readonly string[],
): Promise<{ stdout: string; stderr: string }>;
