import { clientFields, scopeNames, upstreamFields } from './field-names.ts';
import { eidReasons, toolOutcomes } from './reasons.ts';
import type { Sentences } from './template.ts';

export const platformSentences: Sentences = {
  'site.appearance.set': {
    mn: '{actor} сайтын харагдах байдлыг өөрчиллөө',
    en: '{actor} changed the look of the site',
  },
  'site.theme.created': {
    mn: '{actor} «{name}» загвар нэмлээ',
    en: '{actor} added the theme {name}',
  },
  'site.theme.changed': {
    mn: '{actor} «{name}» загварыг өөрчиллөө',
    en: '{actor} changed the theme {name}',
  },
  'site.theme.activated': {
    mn: '{actor} сайтыг «{name}» загварт шилжүүллээ',
    en: '{actor} switched the site to the theme {name}',
  },
  'site.theme.deleted': {
    mn: '{actor} «{name}» загварыг устгалаа',
    en: '{actor} deleted the theme {name}',
  },
  'announcements.create': {
    mn: '{actor} «{title}» зарлал бичлээ',
    en: '{actor} wrote the announcement “{title}”',
  },
  'announcements.change': {
    mn: '{actor} «{title}» зарлалыг өөрчиллөө',
    en: '{actor} changed the announcement “{title}”',
  },
  'announcements.end': {
    mn: '{actor} «{title}» зарлалыг хугацаанаас нь өмнө дуусгалаа',
    en: '{actor} ended the announcement “{title}” early',
  },
  'announcements.delete': {
    mn: '{actor} «{title}» зарлалыг устгалаа',
    en: '{actor} deleted the announcement “{title}”',
  },
  'application.create': {
    mn: '{actor} «{name}» аппликейшн бүртгэлээ[ ({weak|true=сул: PKCE, nonce шаардахгүй})]',
    en: '{actor} registered the application {name}[ ({weak|true=weak: neither PKCE nor nonce required})]',
  },
  'application.update': {
    mn: `{actor} нь {client:target} аппликейшнийг өөрчиллөө[: {changed|${clientFields.mn}}][ ({weak|true=сул: PKCE, nonce шаардахгүй})]`,
    en: `{actor} changed the application {client:target}[: {changed|${clientFields.en}}][ ({weak|true=weak: neither PKCE nor nonce required})]`,
  },
  'application.delete': {
    mn: '{actor} «{name}» аппликейшнийг устгалаа',
    en: '{actor} deleted the application {name}',
  },
  'application.secret.rotate': {
    mn: '{actor} нь {client:target} аппликейшнд шинэ нууц түлхүүр олголоо',
    en: '{actor} gave the application {client:target} a new secret',
  },
  'application.secret.set': {
    mn: '{actor} нь {client:target} аппликейшний нууц түлхүүрийг тогтоолоо',
    en: '{actor} set the secret of the application {client:target}',
  },
  'application.secret.end': {
    mn: '{actor} {client:target} аппликейшний хуучин нууц түлхүүрийг хугацаанаас өмнө хаалаа',
    en: '{actor} ended the old secret of the application {client:target} early',
  },
  'application.secret.notice': {
    mn: '{client:target} аппликейшний {owners} эзэмшигчид хэрэглэсээр буй хуучин нууц түлхүүр нь {ends_at} дуусахыг мэдэгдлээ',
    en: '{owners} owners of the application {client:target} were told that its old secret, still in use, ends at {ends_at}',
  },
  'application.approval.ask': {
    mn: '{actor} «{name}» аппликейшнийг батлуулах хүсэлт илгээлээ',
    en: '{actor} asked for the approval of the application {name}',
  },
  'application.approval.withdraw': {
    mn: '{actor} «{name}» аппликейшныг өөрчилсөн тул батлуулах хүсэлт нь хүчингүй боллоо',
    en: '{actor} changed the application {name}, so its request for approval ended',
  },
  'application.approval.give': {
    mn: '{actor} «{name}» аппликейшнийг баталлаа',
    en: '{actor} approved the application {name}',
  },
  'application.approval.refuse': {
    mn: '{actor} «{name}» аппликейшнийг батлахаас татгалзлаа',
    en: '{actor} refused to approve the application {name}',
  },
  'application.owner.offer': {
    mn: '{actor} {client:target} аппликейшний эзэмшигчээр хүн урилаа',
    en: '{actor} invited a person to own the application {client:target}',
  },
  'application.owner.withdraw': {
    mn: '{actor} {client:target} аппликейшний эзэмшигчийн урилгыг цуцаллаа',
    en: '{actor} withdrew an invitation to own the application {client:target}',
  },
  'application.owner.decline': {
    mn: '{actor} {client:target} аппликейшний эзэмшигч болохоос татгалзлаа',
    en: '{actor} declined to own the application {client:target}',
  },
  'application.owner.add': {
    mn: '{person:user_id} хэрэглэгч {client:target} аппликейшний эзэмшигч боллоо',
    en: '{person:user_id} became an owner of the application {client:target}',
  },
  'application.owner.remove': {
    mn: '{actor} {person:user_id} хэрэглэгчийг {client:target} аппликейшний эзэмшигчээс хаслаа',
    en: '{actor} removed {person:user_id} from the owners of the application {client:target}',
  },
  'application.services.set': {
    mn: '{actor} нь {client:target} аппликейшний үйлчилгээний эрхийг өөрчиллөө',
    en: '{actor} changed the services of the application {client:target}',
  },
  'gateway.service.create': {
    mn: '{actor} гарцад «{name}» үйлчилгээ бүртгэлээ',
    en: '{actor} registered the service {name} at the gateway',
  },
  'gateway.service.update': {
    mn: `{actor} гарцын «{name}» үйлчилгээг өөрчиллөө[: {changed|${upstreamFields.mn}}]`,
    en: `{actor} changed the service {name} of the gateway[: {changed|${upstreamFields.en}}]`,
  },
  'gateway.service.delete': {
    mn: '{actor} гарцын «{name}» үйлчилгээг устгалаа',
    en: '{actor} deleted the service {name} of the gateway',
  },
  'gateway.document.save': {
    mn: '{actor} гарцын «{name}» үйлчилгээний OpenAPI баримтыг байршууллаа: «{title}», {operations} үйлдэл',
    en: '{actor} uploaded the OpenAPI document of the service {name} of the gateway: {title}, {operations} operations',
  },
  'gateway.document.remove': {
    mn: '{actor} гарцын «{name}» үйлчилгээний OpenAPI баримтыг хаслаа',
    en: '{actor} removed the OpenAPI document of the service {name} of the gateway',
  },
  'oidc.login.accepted': {
    mn: '{actor} нь {client:client_id} аппликейшнд нэвтрэхийг зөвшөөрлөө',
    en: '{actor} accepted a sign-in for {client:client_id}',
  },
  'oidc.step_up.asked': {
    mn: '{actor} нь {client:client_id} аппликейшнд нэвтрэхээ PIN2-оор батлах хүсэлт авлаа',
    en: '{actor} was asked to confirm a sign-in for {client:client_id} with PIN2',
  },
  'oidc.step_up.confirmed': {
    mn: '{actor} нь {client:client_id} аппликейшнд нэвтрэхээ PIN2-оор баталлаа',
    en: '{actor} confirmed a sign-in for {client:client_id} with PIN2',
  },
  'oidc.step_up.ended': {
    mn: `{actor} нь {client:client_id} аппликейшнд нэвтрэхээ PIN2-оор батласангүй[: {reason|${eidReasons.mn}}]`,
    en: `{actor} did not confirm a sign-in for {client:client_id} with PIN2[: {reason|${eidReasons.en}}]`,
  },
  'oidc.login.rejected': {
    mn: '{client:client_id} аппликейшнд нэвтрэхийг цуцаллаа[: {reason}]',
    en: 'A sign-in for {client:client_id} was cancelled[: {reason}]',
  },
  'oidc.consent.given': {
    mn: `{actor} нь {client:client_id} аппликейшнд мэдээллээ ашиглахыг зөвшөөрлөө[: {scopes|${scopeNames.mn}}]`,
    en: `{actor} gave {client:client_id} access to their data[: {scopes|${scopeNames.en}}]`,
  },
  'oidc.consent.rejected': {
    mn: '{actor} нь {client:client_id} аппликейшний хүсэлтээс татгалзлаа[: {reason}]',
    en: '{actor} refused the request of {client:client_id}[: {reason}]',
  },
  'oidc.consent.withdrawn': {
    mn: '{actor} нь {client:client_id} аппликейшнд өгсөн зөвшөөрлөө буцаалаа',
    en: '{actor} withdrew the consent given to {client:client_id}',
  },
  'oidc.device.allowed': {
    mn: `{actor} нь {client:client_id} төхөөрөмжид зөвшөөрөл олголоо[: {scopes|${scopeNames.mn}}]`,
    en: `{actor} let the device {client:client_id} act for them[: {scopes|${scopeNames.en}}]`,
  },
  'oidc.device.refused': {
    mn: '{actor} нь {client:client_id} төхөөрөмжийн хүсэлтээс татгалзлаа',
    en: '{actor} refused the request of the device {client:client_id}',
  },
  'oidc.ciba.allowed': {
    mn: `{actor} нь {client:client_id} аппликейшний хүсэлтийг утсаараа зөвшөөрлөө[: {scopes|${scopeNames.mn}}]`,
    en: `{actor} approved a request of {client:client_id} on their phone[: {scopes|${scopeNames.en}}]`,
  },
  'oidc.ciba.refused': {
    mn: `{client:client_id} аппликейшний утсаар асуусан хүсэлт зөвшөөрөгдсөнгүй[: {reason|${eidReasons.mn}}]`,
    en: `A request of {client:client_id} by phone was not approved[: {reason|${eidReasons.en}}]`,
  },
  'oidc.tokens.issued': {
    mn: '{client:client_id} аппликейшн {person:target} хэрэглэгчийн токен авлаа',
    en: '{client:client_id} got tokens of {person:target}',
  },
  'oidc.token.revoked': {
    mn: '{client:client_id} аппликейшн токеноо хүчингүй болголоо',
    en: '{client:client_id} revoked a token',
  },
  'oidc.grant.revoked': {
    mn: '{client:client_id} аппликейшнд олгосон {person:target} хэрэглэгчийн токенууд хүчингүй боллоо[: {reason}]',
    en: 'The tokens of {client:client_id} for {person:target} ended[: {reason}]',
  },
  'oidc.reuse.detected': {
    mn: '{client:client_id} аппликейшн {person:target} хэрэглэгчийн хэрэглэсэн түлхүүрийг дахин ашигласан тул токеныг хүчингүй болголоо',
    en: 'A used code or token of {client:client_id} for {person:target} was used again, and its tokens were revoked',
  },
  'oidc.session.ended': {
    mn: '[{person:target} хэрэглэгч ]нэвтрүүлэгчээс гарлаа',
    en: 'A person signed out of the provider[: {person:target}]',
  },
  'oidc.key.rotated': {
    mn: 'Токен баталгаажуулах шинэ түлхүүр үүслээ',
    en: 'A new key that signs tokens was made',
  },
  'oidc.key.retired': {
    mn: 'Хугацаа нь дууссан түлхүүрүүдийг хаслаа',
    en: 'Expired keys that signed tokens were removed',
  },
  'admin_key.create': {
    mn: '{actor} «{name}» администраторын API түлхүүр үүсгэлээ',
    en: '{actor} created the admin API key {name}',
  },
  'admin_key.delete': {
    mn: '{actor} «{name}» администраторын API түлхүүрийг устгалаа',
    en: '{actor} deleted the admin API key {name}',
  },
  'knowledge.create': {
    mn: '{actor} «{slug}» нийтлэлийг ноороглолоо',
    en: '{actor} wrote a draft of the article {slug}',
  },
  'knowledge.change': {
    mn: '{actor} «{slug}» нийтлэлийг өөрчиллөө',
    en: '{actor} changed the article {slug}',
  },
  'knowledge.import': {
    mn: '{actor} «{slug}» нийтлэлийг файлаас орууллаа',
    en: '{actor} imported the article {slug}',
  },
  'knowledge.publish': {
    mn: '{actor} «{slug}» нийтлэлийг нийтэллээ',
    en: '{actor} published the article {slug}',
  },
  'knowledge.unpublish': {
    mn: '{actor} «{slug}» нийтлэлийг буулгалаа',
    en: '{actor} withdrew the article {slug}',
  },
  'knowledge.delete': {
    mn: '{actor} «{slug}» нийтлэлийг устгалаа',
    en: '{actor} deleted the article {slug}',
  },
  'ai.knowledge.reindex': {
    mn: '{actor} мэдлэгийн сангийн хайлтыг шинэчиллээ',
    en: '{actor} computed the vectors of the knowledge base',
  },
  'ai.prompt.update': {
    mn: '{actor} туслахын «{target}» зааврыг өөрчиллөө',
    en: '{actor} changed the prompt {target} of the assistant',
  },
  'ai.conversations.keeping': {
    mn: '{actor} яриаг хадгалахыг {keep|true=зөвшөөрлөө|false=зогсоож, хадгалсныг устгалаа}',
    en: '{actor} {keep|true=agreed to keep conversations|false=stopped keeping conversations and deleted them}',
  },
  'ai.conversation.keep': {
    mn: '{actor} туслахтай ярьсан яриагаа хадгаллаа',
    en: 'A question of {actor} and its answer were kept',
  },
  'ai.conversation.delete': {
    mn: '{actor} хадгалсан {count} яриаг устгалаа',
    en: '{actor} deleted {count} kept conversations',
  },
  'ai.question.done': {
    mn: '{actor} хариулах асуултын жагсаалтаас нэгийг хаслаа',
    en: '{actor} removed a question from the list of what to write next',
  },
  'tools.execute_command': {
    mn: `{caller} оношилгооны команд ажиллууллаа[: {outcome|${toolOutcomes.mn}}]`,
    en: `{caller} ran a diagnostic command[: {outcome|${toolOutcomes.en}}]`,
  },
  'tools.record_insight': {
    mn: `{caller} дүгнэлт тэмдэглэлээ[: {outcome|${toolOutcomes.mn}}]`,
    en: `{caller} recorded an insight[: {outcome|${toolOutcomes.en}}]`,
  },
  'tools.rebrand_system': {
    mn: `{caller} платформын нэр, лого, заавартай ажиллалаа[: {outcome|${toolOutcomes.mn}}]`,
    en: `{caller} read or changed the name, logo or prompts of the platform[: {outcome|${toolOutcomes.en}}]`,
  },
  'tools.synthesize_skill': {
    mn: `{caller} ур чадвар бүртгэлээ[: {outcome|${toolOutcomes.mn}}]`,
    en: `{caller} registered a skill[: {outcome|${toolOutcomes.en}}]`,
  },
  'tools.skill.delete': {
    mn: `{caller} ур чадварыг хаслаа[: {outcome|${toolOutcomes.mn}}]`,
    en: `{caller} removed a skill[: {outcome|${toolOutcomes.en}}]`,
  },
  'tools.<skill>': {
    mn: `{caller} ур чадвар дуудлаа[: {outcome|${toolOutcomes.mn}}]`,
    en: `{caller} called a skill[: {outcome|${toolOutcomes.en}}]`,
  },
  'tools.key.create': {
    mn: '{actor} туслахад зориулсан «{name}» түлхүүр үүсгэлээ',
    en: '{actor} made the key {name} for assistants',
  },
  'tools.key.revoke': {
    mn: '{actor} туслахын «{name}» түлхүүрийг хүчингүй болголоо',
    en: '{actor} revoked the key {name} of assistants',
  },
};
