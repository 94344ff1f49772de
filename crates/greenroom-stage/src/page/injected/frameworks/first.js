// The first runtime that tells its slides; with an index, goes there by its own function.
const tells = async (runtime) => { try { return await runtime(); } catch { return null; } };
let found = null;
for (const runtime of [captivate, reveal, adapt, ispring, storyline]) found ??= await tells(runtime);
if (goTo !== null) {
  await found?.go?.(goTo);
  return null;
}
return found && { ...found, go: found.go !== null };
