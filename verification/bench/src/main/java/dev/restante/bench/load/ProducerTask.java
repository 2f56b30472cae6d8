package dev.restante.bench.load;

import dev.restante.bench.measure.BodyGenerator;
import dev.restante.bench.measure.LatencyKind;
import dev.restante.bench.measure.LoadAccounting;
import dev.restante.bench.measure.SendSchedule;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * Loop of a producer thread that sends messages at full speed or on schedule until the accounting issues no further
 * sequence numbers.
 */
final class ProducerTask implements Runnable {

    private final Transport transport;
    private final Load load;
    private final BodyGenerator bodyGenerator;
    private final LoadAccounting accounting;
    private final @Nullable SendSchedule sendSchedule;

    /**
     * Creates a task.
     *
     * @param sendSchedule the send schedule of an open loop; null for sends as fast as possible
     */
    ProducerTask(
            Transport transport,
            Load load,
            BodyGenerator bodyGenerator,
            LoadAccounting accounting,
            @Nullable SendSchedule sendSchedule) {
        this.transport = transport;
        this.load = load;
        this.bodyGenerator = bodyGenerator;
        this.accounting = accounting;
        this.sendSchedule = sendSchedule;
    }

    @Override
    public void run() {
        try (Sender sender = transport.openSender(load)) {
            if (sendSchedule != null) {
                sendInTime(sender, sendSchedule);
                return;
            }
            switch (load.mode()) {
                case SYNC -> sendEach(sender);
                case ASYNC -> sendWithListener(sender);
                case TRANSACTED -> sendInTransactions(sender);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            accounting.fail(e);
        } catch (Exception e) {
            accounting.fail(e);
        }
    }

    private void sendEach(Sender sender) throws Exception {
        for (long sequence = accounting.nextSequence(); sequence >= 0; sequence = accounting.nextSequence()) {
            sendTimed(sender, sequence);
            accounting.countSent(sequence);
        }
    }

    /** Sends on schedule. Any free producer sends the next message, and latencies count from the scheduled instant. */
    private void sendInTime(Sender sender, SendSchedule schedule) throws Exception {
        for (long sequence = accounting.nextSequence(); sequence >= 0; sequence = accounting.nextSequence()) {
            schedule.await(sequence);
            long intendedNanos = schedule.scheduledNanos(sequence);
            sender.send(sequence, bodyGenerator.next(sequence, intendedNanos));
            accounting.record(LatencyKind.SCHEDULED_TO_SENT, System.nanoTime() - intendedNanos);
            accounting.countSent(sequence);
        }
    }

    private void sendInTransactions(Sender sender) throws Exception {
        long[] uncommitted = new long[load.batch()];
        int count = 0;
        for (long sequence = accounting.nextSequence(); sequence >= 0; sequence = accounting.nextSequence()) {
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
        accounting.record(LatencyKind.COMMIT, System.nanoTime() - startNanos);
        for (int index = 0; index < count; index++) {
            accounting.countSent(uncommitted[index]);
        }
    }

    private void sendTimed(Sender sender, long sequence) throws Exception {
        byte[] bytes = bodyGenerator.next(sequence);
        long startNanos = System.nanoTime();
        sender.send(sequence, bytes);
        accounting.record(LatencyKind.SEND, System.nanoTime() - startNanos);
    }

    private void sendWithListener(Sender sender) throws Exception {
        Semaphore inFlight = new Semaphore(load.batch());
        for (long sequence = accounting.nextSequence(); sequence >= 0; sequence = accounting.nextSequence()) {
            inFlight.acquire();
            byte[] bytes = bodyGenerator.next(sequence);
            long startNanos = System.nanoTime();
            sender.send(sequence, bytes, new CompletionRecorder(sequence, startNanos, inFlight));
            accounting.record(LatencyKind.SEND, System.nanoTime() - startNanos);
        }
        inFlight.acquire(load.batch());
    }

    private final class CompletionRecorder implements Sender.SendCompletion {

        private final long sequence;
        private final long startNanos;
        private final Semaphore inFlight;

        CompletionRecorder(long sequence, long startNanos, Semaphore inFlight) {
            this.sequence = sequence;
            this.startNanos = startNanos;
            this.inFlight = inFlight;
        }

        @Override
        public void completed() {
            accounting.record(LatencyKind.COMPLETION, System.nanoTime() - startNanos);
            accounting.countSent(sequence);
            inFlight.release();
        }

        @Override
        public void failed(Exception failure) {
            accounting.fail(failure);
            inFlight.release();
        }
    }
}
