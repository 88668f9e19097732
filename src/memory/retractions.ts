// Retractions: words that say of what was said that it does not hold or is not to be remembered, whatever it was about
// ("that was a mistake", "pretend I never said that"). In the languages in which the rest of memory knows words.

/** @returns whether a prompt takes something back, at least if it stands behind a statement */
export function takesBack(text: string): boolean {
	if (text.length > LONGEST) return false
	// Most sessions never ask.
	retraction ??= readRetraction()
	return retraction.test(plain(text.slice(0, LOOKED_AT)))
}

let retraction: RegExp | undefined

/** Small letters without accents: what Unicode's letters and `i` cost an expression of this size is a tenth of a second. */
function plain(text: string): string {
	return text
		.toLowerCase()
		.normalize('NFD')
		.replace(/[\u0300-\u036f]/g, '')
		.replaceAll('ß', 'ss')
		.normalize('NFC')
}

const LONGEST = 600
const LOOKED_AT = 160

/** What was said, by a word that points to it: without one it is the next task ("delete the old file"). */
const SAID = {
	ENGLISH:
		/(?:(?:that|this|it)(?: (?:one|fact|bit|part|note|again|too))?(?=[\s,.!;:]*(?:$|[,.!;:]|please|from|again|bit|for|altogether|entirely))|(?:what|whatever|everything|the (?:bit|part|thing|things|stuff)) (?:that )?(?:i|we)(?:['’]ve| have| had| just)? ?(?:said|told|wrote|mentioned|gave)|what i .{0,12}(?:said|told))/,
	GERMAN: /(?:das|dies|es|das wieder|was ich (?:gesagt|erzählt|geschrieben|eben|vorhin|gerade)[^.]{0,30})/,
	SPANISH: /(?:eso|esto|lo (?:dicho|anterior|de(?:l)? |que (?:te )?(?:dije|he dicho|conté)))/,
}

function readRetraction(): RegExp {
	return new RegExp(
		plain(
			// As literals: a raw text would be written with other characters in the bundle. `SAID_…` stands for what was said.
			[
				// It is not so.
				/(?:\b(?:that|this|it|one)|(?:^|[.!;,] ?)the .{1,40})(?:['’]s| is| was| isn['’]t| is not| wasn['’]t| was not| turned out(?: to be)?) ?(?:just |all |no longer |not |never |a )*(?:wrong(?! on| in)|false|untrue|void|invalid|nonsense|obsolete|outdated|moot|mistaken|a lie|(?:my )?mistake|an? error|made up|(?:history|off the table))(?=[\s,.!;]*(?:$|[,.!;]|so|and|now|then|by now|anyway|please|,|after all))/,
				/\b(?:is|was)(?:n['’]t| not| no longer| never)(?: really| quite| actually)? (?:true|right|correct|so|valid|the case)\b/,
				/\b(?:doesn['’]t|does not|didn['’]t) (?:hold|apply|count)(?: up)?\b(?! the| for the| to the)/,
				// Whoever said it was wrong, or had better not have said it.
				/\bi(?:['’]m| was| am| got it| got that| had it| had that| have been) (?:wrong|mistaken|confused)\b|\bi (?:misspoke|mis-?spoke|misremembered|mixed (?:that|it|them|those) up|made (?:that|it) up)\b|\bmy (?:mistake|bad|error)\b/,
				/\bi (?:should(?:n['’]t| not)|ought not to) have (?:said|told|mentioned|written)\b|\b(?:as if|as though|pretend|imagine|assume)(?: that)? (?:i|we)(?:['’]d| had| have)? ?(?:never|not|hadn['’]t|didn['’]t)\b|\bi never (?:said|told|mentioned|wrote)\b|\bi (?:take|withdraw|retract)\b.{0,40}\b(?:back|that|it|said)\b/,
				// It is to be forgotten.
				/\b(?:forget|erase|delete|drop|remove|discard|unlearn|un-?remember|scrap|scratch|strike|void|ignore|disregard|withdraw|retract|(?:leave|cross|rule) ?(?:out)?) (?:about )?SAID_ENGLISH/,
				/\b(?:leave|cross|strike|throw) (?:that|this|it)(?: one)? (?:out|off|away|from)\b|\b(?:don['’]t|do not|no need to|need not|stop) (?:remember|keep|store|save|memori[sz]e|rel(?:y|ying) on|remembering|retain|go by|bother (?:about|with))(?:ing)? SAID_ENGLISH/,
				/\b(?:from|out of) your memory\b/,
				// Deutsch.
				/\b(?:das|es|dies|die|der)\b.{0,40}\b(?:stimmt|gilt|passt|zählt)(?: so| ja| leider| wohl| doch)* nicht\b|\btrifft nicht (?:mehr )?zu\b|\b(?:das|es|dies)\b.{0,40}\b(?:war|ist)\b.{0,20}\b(?:ein (?:irrtum|fehler|versehen|missverständnis|tippfehler)|unsinn|quatsch|blödsinn|gelogen|überholt|veraltet|hinfällig|nichtig)\b|\b(?:das|es|dies)(?: mit .{1,30})? (?:war|ist) (?:falsch|nicht wahr|nicht richtig|nicht so)(?=\s*(?:$|[,.!;]))/,
				/\b(?:lösch|streich|vergiss|vergesst|vergessen|verwirf|entfern|ignorier|verg[ei]ss)(?:e|t|en sie)? (?:bitte |mal )*SAID_GERMAN|\b(?:das|es|dies|den punkt|die angabe)(?: mit .{1,30})? (?:kannst|könnt|darfst|sollst|können|solltest) (?:du|ihr|sie|man) .{0,30}(?:vergessen|streichen|löschen|ignorieren|weglassen)\b|\bmerk(?:e|t)? (?:dir|euch|dir bitte) .{0,20}nicht\b|\bbehalt(?:e|et)? .{0,20}nicht\b|\bals (?:hätte|ob) ich .{0,30}\b(?:nie|nicht|nichts)\b/,
				/\bich (?:habe?|hab) mich (?:da |wohl |leider )*(?:geirrt|vertan|verschrieben|versprochen|getäuscht|vertippt)\b|\bmein fehler\b|\bich (?:ziehe|nehme)\b.{0,40}\bzurück\b|\b(?:hätte ich nicht|habe? ich nie) (?:sagen|gesagt|erzählen|erzählt)\b|\bich lag (?:da )?(?:falsch|daneben)\b/,
				// Español, português, italiano.
				/\b(?:eso|esto|lo (?:de|que|dicho).{0,30}) (?:ya )?no (?:vale|es (?:cierto|verdad|así|correcto)|sirve|aplica|cuenta|se aplica)\b|\b(?:eso|esto|lo (?:de|que).{0,30}) (?:era|es|fue|estaba|está) (?:falso|mentira|mal|incorrecto|un error|una equivocación)(?=\s*(?:$|[,.!;]))|\bme (?:equivoqué|he equivocado|confundí|he confundido)\b|\b(?:borra|olvida|ignora|descarta|elimina|quita|suprime|anula) (?:todo )?SAID_SPANISH|\b(?:bórralo|olvídalo|ignóralo|descártalo|elimínalo)\b|\bcomo si no (?:te )?(?:lo )?(?:hubiera|hubiese)\b|\b(?:retiro|desdigo) (?:lo|eso)\b|\bno (?:tengas|tome[sn]?|tengan) en cuenta\b|\bno (?:lo |me )?(?:recuerdes|guardes|memorices)\b/,
				/\b(?:isso|isto) (?:já )?não (?:vale|é (?:verdade|certo|assim)|conta)\b|\b(?:enganei-me|me enganei)\b|\b(?:esqueç?[ae]|apag(?:a|ue)|ignor[ae]|descart[ae]) (?:isso|isto|o que (?:eu )?(?:disse|falei))\b|\bcomo se eu não tivesse\b|\bretiro o que\b|\bmi (?:sono|ero) sbagliat[oa]\b|\bnon è (?:più )?(?:vero|così|valido)\b|\b(?:cancella|dimentica|ignora|scarta) (?:quello|quanto|ciò|questo)\b|\bfai finta che\b|\bcome se non (?:avessi|te lo)\b/,
				// Français.
				/\b(?:ce n['’]est|c['’]est|c['’]était) (?:plus |pas |plus du tout )?(?:vrai|faux|le cas|valable|exact|une erreur)(?=\s*(?:$|[,.!;]))|\bje me suis trompée?\b|\b(?:efface|oublie|ignore|supprime|retire)[sz]? (?:ça|cela|ce que j['’]ai (?:dit|écrit))\b|\bne (?:retiens|retenez|garde|gardez|tiens|tenez) (?:pas|plus)? ?(?:ça|cela|compte)|\bcomme si je n['’]avais\b|\blaisse tomber\b|\bje retire ce\b|\bça ne (?:vaut|tient|compte) plus\b/,
				// 日本語, 中文, 한국어, русский.
				/(?:さっき|先ほど|さきほど|先程|今|いま|それ|あれ|これ|前|その|上記)[^。]{0,12}(?:間違|嘘|うそ|ウソ|無し|なし|ナシ|誤り|誤解|勘違い|違い?ます|取り消|取消|忘れ|無効|使って(?:い)?(?:ません|ない)|ではありません|じゃない)|撤回|取り消し|聞かなかったこと|言わなかったこと|なかったことに|覚えなくて|覚えないで|記憶しないで|言い間違|勘違いでし|勘違いし(?:て|まし)|私の(?:間違い|ミス)/,
				/(?:说|記|记|搞|弄|讲)错了|作废|不算数|当我没说|(?:别|不要|不用|不必)(?:记|记住|保存)|(?:删掉|忘掉|忘记|忽略|去掉)(?:这|那|刚才|它|我)|收回|撤回|已经不(?:对|是|用)|(?:那|这|刚才)[^。]{0,8}(?:不对|是假的|有误)/,
				/취소|잘못 (?:말|알)|잊어|무시해|없던 (?:걸로|일로)|못 들은|(?:그건|그거|방금)[^.]{0,12}(?:아니|틀렸|거짓)|기억하지 마/,
				/(?:забудь|забудьте|сотри|удали|вычеркни|игнорируй) (?:это|то,? что|об этом)|я (?:ошиб|оговорил|соврал|перепутал)|это (?:уже |больше )?(?:неправда|не так|не верно|неверно|ошибка|не действует)|не запоминай|беру (?:свои )?слова|как будто я (?:этого )?не/,
			]
				.map(({ source }) => source)
				.join('|')
				.replace(/SAID_(\w+)/g, (_, language) => SAID[language as keyof typeof SAID].source),
		),
	)
}
