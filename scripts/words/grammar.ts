// The words that hold sentences together, in English and German; those of French, Spanish, Portuguese and Italian are with
// what tells them apart.

export const GRAMMAR = `
a an the this that these those some any each every either neither no none another other such same
i me my mine you your yours he him his she her it its we us our ours they them their who whom whose which what when
where why how be am is are was were been being have has had having do does did doing done
can could will would shall should may might must let lets
of in on at by for from to into onto with without about over between among through during before after against upon
within off out up down and or but nor so yet if because while although though since until unless than as
not very too also just only even ever never always already still once here there now then
many much more most few less own like kind sort way thing something anything everything nothing someone anyone
yes ok okay please thank thanks get gets got come came give gave put say says said tell told know want
der die das den dem des ein eine einen einem einer eines kein keine keinen ich du er sie es wir ihr mich dich sich uns euch
mir dir ihm ihnen mein meine dein deine sein seine unser unsere wer was wann wo warum wie welche welcher welches welchen welchem
wohin woher ist sind war waren bin bist wird werden wurde wurden worden hat habe haben hatte hatten kann konnen konnte
soll sollen sollte muss mussen musste darf durfen mag will wollen wurde und oder aber denn weil wenn ob dass als damit
obwohl bevor nachdem wahrend im an am auf aus bei beim mit nach von vom zu zum zur uber unter vor hinter neben zwischen durch
fur gegen ohne um bis seit nicht auch nur noch schon sehr mehr doch mal bitte hier dort da dann jetzt immer wieder viel viele vielen vieler einige mehrere wenig wenige
gibt geben geht gehen macht machen kommt kommen sieht sehen steht stehen heißt heißen heisst heissen
alle alles etwas nichts man diese dieser dieses diesem diesen jede jeder jedes
`
