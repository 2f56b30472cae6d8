package dev.restante.bench.load;

import dev.restante.bench.measure.Body;
import dev.restante.bench.measure.LatencyKind;
import dev.restante.bench.measure.Pace;
import dev.restante.bench.measure.Tally;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/** One producer's thread: sends until the tally deals no more sequence numbers. */
final class ProducerTask implements Runnable {

    private final Transport transport;
    private final Load load;
    private final Body body;
    private final Tally tally;
    private final @Nullable Pace pace;

    /**
     * Sends when it runs.
     *
     * @param pace when each message is to be sent; null for as fast as it goes
     */
    ProducerTask(Transport transport, Load load, Body body, Tally tally, @Nullable Pace pace) {
        this.transport = transport;
        this.load = load;
        this.body = body;
        this.tally = tally;
        this.pace = pace;
    }

    @Override
    public void run() {
        try (Sender sender = transport.openSender(load)) {
            if (pace != null) {
                sendInTime(sender, pace);
                return;
            }
            switch (load.mode()) {
                case SYNC -> sendEach(sender);
                case ASYNC -> sendWithListener(sender);
                case TRANSACTED -> sendInTransactions(sender);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            tally.fail(e);
        } catch (Exception e) {
            tally.fail(e);
        }
    }

    private void sendEach(Sender sender) throws Exception {
        for (long sequence = tally.acquireSequence(); sequence >= 0; sequence = tally.acquireSequence()) {
            sendTimed(sender, sequence);
            tally.countSent(sequence);
        }
    }

    /** Whoever is free sends the next message, in time or late; the time that counts is the one that was intended. */
    private void sendInTime(Sender sender, Pace schedule) throws Exception {
        for (long sequence = tally.acquireSequence(); sequence >= 0; sequence = tally.acquireSequence()) {
            schedule.await(sequence);
            long intendedNanos = schedule.intendedNanos(sequence);
            sender.send(sequence, body.next(sequence, intendedNanos));
            tally.record(LatencyKind.INTENDED_TO_SENT, System.nanoTime() - intendedNanos);
            tally.countSent(sequence);
        }
    }

    private void sendInTransactions(Sender sender) throws Exception {
        long[] uncommitted = new long[load.batch()];
        int count = 0;
        for (long sequence = tally.acquireSequence(); sequence >= 0; sequence = tally.acquireSequence()) {
            sendTimed(sender, sequence);
            uncommitted[count++] = sequence;
            if (count == uncommitted.length) {
                commitTimed(sender, uncommitted, count);
                count = 0;
            }
        }
        if (count > 0) {
            commitTimed(sender, uncommitted, count);
        }
    }

    private void commitTimed(Sender sender, long[] uncommitted, int count) throws Exception {
        long startNanos = System.nanoTime();
        sender.commit();
        tally.record(LatencyKind.COMMIT, System.nanoTime() - startNanos);
        for (int index = 0; index < count; index++) {
            tally.countSent(uncommitted[index]);
        }
    }

    private void sendTimed(Sender sender, long sequence) throws Exception {
        byte[] bytes = body.next(sequence);
        long startNanos = System.nanoTime();
        sender.send(sequence, bytes);
        tally.record(LatencyKind.SEND, System.nanoTime() - startNanos);
    }

    private void sendWithListener(Sender sender) throws Exception {
        Semaphore inFlight = new Semaphore(load.batch());
        for (long sequence = tally.acquireSequence(); sequence >= 0; sequence = tally.acquireSequence()) {
            inFlight.acquire();
            byte[] bytes = body.next(sequence);
            long startNanos = System.nanoTime();
            sender.send(sequence, bytes, new Completion(sequence, startNanos, inFlight));
            tally.record(LatencyKind.SEND, System.nanoTime() - startNanos);
        }
        inFlight.acquire(load.batch());
    }

    private final class Completion implements Sender.Completion {

        private final long sequence;
        private final long startNanos;
        private final Semaphore inFlight;

        Completion(long sequence, long startNanos, Semaphore inFlight) {
            this.sequence = sequence;
            this.startNanos = startNanos;
            this.inFlight = inFlight;
        }

        @Override
        public void completed() {
            tally.record(LatencyKind.COMPLETION, System.nanoTime() - startNanos);
            tally.countSent(sequence);
            inFlight.release();
        }

        @Override
        public void failed(Exception failure) {
            tally.fail(failure);
            inFlight.release();
        }
    }
}
