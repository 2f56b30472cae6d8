package dev.restante.bench.contender;

import com.github.kagkarlsson.scheduler.SchedulerClient;
import com.github.kagkarlsson.scheduler.SchedulerClient.ScheduleOptions;
import com.github.kagkarlsson.scheduler.task.TaskInstance;
import com.github.kagkarlsson.scheduler.task.helper.OneTimeTask;
import dev.restante.bench.load.Sender;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** Sender that schedules a db-scheduler task for each message, or a batch of tasks at each commit. */
final class DbSchedulerSender implements Sender {

    private final SchedulerClient client;
    private final OneTimeTask<byte[]> task;
    private final boolean batching;
    private final String names = UUID.randomUUID().toString();
    private final List<TaskInstance<?>> uncommitted = new ArrayList<>();

    DbSchedulerSender(SchedulerClient client, OneTimeTask<byte[]> task, boolean batching) {
        this.client = client;
        this.task = task;
        this.batching = batching;
    }

    @Override
    public void send(long sequence, byte[] body) {
        String name = names + "-" + sequence;
        if (batching) {
            uncommitted.add(task.instance(name, body.clone()));
        } else {
            client.schedule(task.instance(name, body), Instant.now(), ScheduleOptions.WHEN_EXISTS_DO_NOTHING);
        }
    }

    @Override
    public void commit() {
        client.scheduleBatch(uncommitted, Instant.now());
        uncommitted.clear();
    }

    @Override
    public void close() {
        // The client has no connection of its own.
    }
}
