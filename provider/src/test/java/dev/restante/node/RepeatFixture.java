package dev.restante.node;

import dev.restante.broker.Broker;
import dev.restante.broker.MessageAdministration;
import dev.restante.broker.PreparedSend;
import dev.restante.broker.SendRequest;
import dev.restante.broker.view.DeliveryStatus;
import dev.restante.broker.view.MessageQuery;
import dev.restante.model.BodyKind;
import dev.restante.model.DestinationName;
import dev.restante.model.Entity;
import dev.restante.model.RepeatedSendSchedule;
import dev.restante.node.BrokerFixture.TestMessage;
import dev.restante.option.CatchUpPolicy;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

final class RepeatFixture {

    static final Duration MINUTE = Duration.ofMinutes(1);

    private RepeatFixture() {}

    /** Returns a schedule with this number of copies, the first one after the period. */
    static RepeatedSendSchedule every(Duration period, int copies) {
        return new RepeatedSendSchedule(
                0, period.toMillis(), period.toMillis(), copies - 1, null, null, CatchUpPolicy.ONE);
    }

    static RepeatedSendSchedule endless(Duration period, CatchUpPolicy catchUp) {
        return new RepeatedSendSchedule(
                0, period.toMillis(), period.toMillis(), RepeatedSendSchedule.UNLIMITED, null, null, catchUp);
    }

    @SuppressWarnings("unchecked")
    static PreparedSend prepared(Broker broker, Entity target, TestMessage mail, RepeatedSendSchedule repeatSchedule) {
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
                SendRequest.TimeToLiveStart.DELIVERY,
                repeatSchedule);
        return broker.sender()
                .prepare(
                        new SendRequest(
                                target,
                                new DestinationName(target.kind(), target.name()),
                                content,
                                options,
                                new SendRequest.Sender("test", null)),
                        broker.nowMillis());
    }

    static PreparedSend send(Broker broker, Entity target, TestMessage mail, RepeatedSendSchedule repeatSchedule) {
        PreparedSend send = prepared(broker, target, mail, repeatSchedule);
        broker.sender().send(send);
        return send;
    }

    private static MessageQuery scheduled() {
        return new MessageQuery(Set.of(DeliveryStatus.SCHEDULED), null, Set.of(), true);
    }

    static List<Long> listed(Broker broker, Entity entity) {
        return broker.messageAdministration().messages(entity, scheduled(), null, 1_000, true).messages().stream()
                .map(inspectedMessage -> inspectedMessage.delivery().id())
                .toList();
    }

    static long nextDue(Broker broker, Entity entity) {
        return broker.messageAdministration()
                .messages(entity, scheduled(), null, 1, false)
                .messages()
                .get(0)
                .delivery()
                .visibleAtMillis();
    }

    static long cancel(Broker broker, Entity entity) {
        MessageAdministration.PurgeResult purgeResult =
                broker.messageAdministration().purge(entity, scheduled(), removed -> true);
        return purgeResult.removed();
    }
}
