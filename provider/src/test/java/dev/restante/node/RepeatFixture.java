package dev.restante.node;

import dev.restante.broker.Broker;
import dev.restante.broker.MessageAdministration;
import dev.restante.broker.PreparedSend;
import dev.restante.broker.SendRequest;
import dev.restante.broker.view.MessageQuery;
import dev.restante.broker.view.Standing;
import dev.restante.model.BodyKind;
import dev.restante.model.DestinationName;
import dev.restante.model.Entity;
import dev.restante.model.Repetition;
import dev.restante.node.BrokerFixture.Mail;
import dev.restante.option.CatchUp;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What tests of repeated sends have in common. */
final class RepeatFixture {

    static final Duration MINUTE = Duration.ofMinutes(1);

    private RepeatFixture() {}

    /** So many copies, the first after the period. */
    static Repetition every(Duration period, int copies) {
        return new Repetition(0, period.toMillis(), period.toMillis(), copies - 1, null, null, CatchUp.ONE);
    }

    static Repetition endless(Duration period, CatchUp catchUp) {
        return new Repetition(0, period.toMillis(), period.toMillis(), Repetition.WITHOUT_END, null, null, catchUp);
    }

    @SuppressWarnings("unchecked")
    static PreparedSend prepared(Broker broker, Entity target, Mail mail, Repetition repetition) {
        SendRequest.Content content = new SendRequest.Content(
                BodyKind.TEXT,
                (Map<String, @Nullable Object>) mail.properties(),
                null,
                null,
                null,
                mail.text().getBytes(StandardCharsets.UTF_8));
        SendRequest.Options options = new SendRequest.Options(
                        mail.persistent(),
                        mail.priority(),
                        mail.timeToLive().toMillis(),
                        0,
                        true,
                        true,
                        SendRequest.ExpirationBase.DELIVERY)
                .repeated(repetition);
        return broker.sending()
                .prepare(
                        new SendRequest(
                                target,
                                new DestinationName(target.kind(), target.name()),
                                content,
                                options,
                                new SendRequest.Sender("test", null)),
                        broker.nowMillis());
    }

    static PreparedSend send(Broker broker, Entity target, Mail mail, Repetition repetition) {
        PreparedSend send = prepared(broker, target, mail, repetition);
        broker.sending().send(send);
        return send;
    }

    private static MessageQuery scheduled() {
        return new MessageQuery(Set.of(Standing.SCHEDULED), null, Set.of(), true);
    }

    /** The ids of what is scheduled, as an administrator sees it. */
    static List<Long> listed(Broker broker, Entity entity) {
        return broker.messageAdministration().page(entity, scheduled(), null, 1_000, true).messages().stream()
                .map(inspected -> inspected.delivery().id())
                .toList();
    }

    /** When the next copy of the only repeated send is due. */
    static long nextDue(Broker broker, Entity entity) {
        return broker.messageAdministration()
                .page(entity, scheduled(), null, 1, false)
                .messages()
                .get(0)
                .delivery()
                .visibleAt();
    }

    static long cancel(Broker broker, Entity entity) {
        MessageAdministration.Purged purged =
                broker.messageAdministration().purge(entity, scheduled(), removed -> true);
        return purged.removed();
    }
}
