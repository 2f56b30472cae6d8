package dev.restante.jms.observe;

import dev.restante.broker.HeldDelivery;
import dev.restante.broker.MessageGroup;
import dev.restante.broker.PreparedSend;
import dev.restante.broker.UnitOfWork;
import dev.restante.observe.SettlementKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

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
        end(SettlementKind.COMMIT, unit::commit);
    }

    @Override
    public void rollback() {
        end(SettlementKind.ROLLBACK, unit::rollback);
    }

    private void end(SettlementKind kind, Runnable work) {
        if (received.isEmpty()) {
            work.run();
            return;
        }
        List<HeldDelivery> decided = List.copyOf(received);
        received.clear();
        events.observe(kind, decided, work);
    }
}
