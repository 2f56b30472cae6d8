package dev.restante.bench.node;

import dev.restante.bench.contender.RunningTransport;
import dev.restante.bench.load.ArrivalCounter;
import dev.restante.bench.load.ConsumerGroup;
import dev.restante.bench.load.Load;
import dev.restante.bench.load.Sender;
import dev.restante.bench.measure.BodyGenerator;
import dev.restante.timedhistory.HistoryEvent;
import dev.restante.timedhistory.HistoryLine;
import dev.restante.timedhistory.OperationRecorder;
import dev.restante.timedhistory.SendOptions;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Transport of one queue that writes each synchronous send and each receive to a history. */
final class RecordedTransport implements RunningTransport {

    private static final String QUEUE = "bench";

    private final RunningTransport transport;
    private final OperationRecorder recorder;
    private final BufferedWriter lines;
    private final AtomicInteger senders = new AtomicInteger();

    RecordedTransport(RunningTransport transport, String node, Path file) throws IOException {
        this.transport = transport;
        this.recorder = new OperationRecorder(node, this::write);
        this.lines = Files.newBufferedWriter(file);
    }

    private void write(HistoryEvent event) {
        String line = HistoryLine.of(event) + "\n";
        try {
            // A writer synchronizes each write.
            lines.write(line);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the name of a message, which no other sender gives at the same nanosecond. */
    private static String message(byte[] body) {
        return QUEUE + "/" + BodyGenerator.sequence(body) + "-" + BodyGenerator.sentNanos(body);
    }

    @Override
    public Sender openSender(Load load) throws Exception {
        return new RecordedSender(transport.openSender(load), "send-" + senders.incrementAndGet());
    }

    @Override
    public ConsumerGroup openConsumers(Load load, ArrivalCounter arrivalCounter) throws Exception {
        // A listener has no call that begins before the message arrives.
        return transport.openConsumers(load, arrivalCounter.observedBy(body -> recorder.consume(
                        Thread.currentThread().getName(), QUEUE)
                .received(message(body), false)));
    }

    @Override
    public void close() throws Exception {
        try (lines) {
            transport.close();
        }
    }

    private final class RecordedSender implements Sender {

        private final Sender sender;
        private final String session;

        RecordedSender(Sender sender, String session) {
            this.sender = sender;
            this.session = session;
        }

        @Override
        public void send(long sequence, byte[] body) throws Exception {
            OperationRecorder.RecordedOperation send = recorder.send(session, List.of(message(body)), SendOptions.NONE);
            sender.send(sequence, body);
            send.ok();
        }

        @Override
        public void commit() {
            throw new UnsupportedOperationException("a transacted load has no history");
        }

        @Override
        public void close() throws Exception {
            sender.close();
        }
    }
}
