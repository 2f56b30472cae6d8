package dev.restante.jms.observe;

import dev.restante.broker.HeldDelivery;
import dev.restante.broker.MessageGroup;
import dev.restante.broker.PreparedSend;
import dev.restante.broker.UnitOfWork;
import dev.restante.observe.ObservedOperation;
import dev.restante.observe.SettlementKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A unit of work whose commits and rollbacks observers hear of, if something was received in it. */
final class ObservedUnit implements UnitOfWork {

    private final SettlementEvents events;
    private final UnitOfWork unit;

    /** What was received in it while somebody observed that. */
    private final List<HeldDelivery> received = new ArrayList<>();

    ObservedUnit(SettlementEvents events, UnitOfWork unit) {
        this.events = events;
        this.unit = unit;
    }

    @Override
    public void send(PreparedSend send) {
        unit.send(send);
    }

    @Override
    public void receive(HeldDelivery held) {
        unit.receive(held);
        if (events.observed()) {
            received.add(held);
        }
    }

    @Override
    public void putState(MessageGroup group, byte[] state) {
        unit.putState(group, state);
    }

    @Override
    public Optional<byte[]> state(MessageGroup group) {
        return unit.state(group);
    }

    @Override
    public boolean hasReceivedFrom(long entityId) {
        return unit.hasReceivedFrom(entityId);
    }

    @Override
    public void commit() {
        SettlementEvents.ended(ending(SettlementKind.COMMIT), unit::commit);
    }

    @Override
    public void rollback() {
        SettlementEvents.ended(ending(SettlementKind.ROLLBACK), unit::rollback);
    }

    private @Nullable ObservedOperation ending(SettlementKind kind) {
        if (received.isEmpty()) {
            return null;
        }
        ObservedOperation operation = events.settling(kind, received);
        received.clear();
        return operation;
    }
}
