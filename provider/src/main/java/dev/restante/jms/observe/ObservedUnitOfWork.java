package dev.restante.jms.observe;

import dev.restante.broker.InFlightDelivery;
import dev.restante.broker.MessageGroup;
import dev.restante.broker.PreparedSend;
import dev.restante.broker.UnitOfWork;
import dev.restante.observe.SettlementKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Unit of work decorator that reports commits and rollbacks to observers if the unit contains received messages. */
final class ObservedUnitOfWork implements UnitOfWork {

    private final SettlementEvents events;
    private final UnitOfWork unit;

    /** Deliveries of this unit that were received while an observer was registered. */
    private final List<InFlightDelivery> received = new ArrayList<>();

    ObservedUnitOfWork(SettlementEvents events, UnitOfWork unit) {
        this.events = events;
        this.unit = unit;
    }

    @Override
    public void send(PreparedSend send) {
        unit.send(send);
    }

    @Override
    public void complete(InFlightDelivery delivery) {
        unit.complete(delivery);
        if (events.isObserved()) {
            received.add(delivery);
        }
    }

    @Override
    public void putGroupState(MessageGroup group, byte[] state) {
        unit.putGroupState(group, state);
    }

    @Override
    public Optional<byte[]> groupState(MessageGroup group) {
        return unit.groupState(group);
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
        List<InFlightDelivery> decided = List.copyOf(received);
        received.clear();
        events.runObserved(kind, decided, work);
    }
}
