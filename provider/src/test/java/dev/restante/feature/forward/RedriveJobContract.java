package dev.restante.feature.forward;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.restante.JmsContract;
import dev.restante.PeekLock;
import dev.restante.admin.MessageFilter;
import dev.restante.admin.MessageState;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RedriveJobDescription;
import dev.restante.admin.RedriveJobsAdmin;
import dev.restante.admin.RedriveOptions;
import dev.restante.admin.RestanteAdmin;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Redrive jobs, which move dead letters in the background. */
public abstract class RedriveJobContract extends JmsContract {

    private static final String DEAD_LETTERS = "q/$DeadLetterQueue";

    /** Redrive of one message an hour. */
    private static final RedriveOptions SLOWLY = RedriveOptions.all().withMessagesPerSecond(1.0 / 3600);

    private RestanteAdmin admin;
    private Queue queue;

    @BeforeEach
    final void openAdministration() throws JMSException {
        admin = administration();
        queue = queue("q");
    }

    @AfterEach
    final void closeAdministration() {
        admin.close();
    }

    private RedriveJobsAdmin jobs() {
        return admin.redriveJobs();
    }

    private RedriveJobDescription job(long id) throws JMSException {
        return jobs().get(id).orElseThrow();
    }

    /** Sends texts to a queue, each with its number as property {@code i}, and dead-letters them. */
    private void deadLetter(Queue from, String... texts) throws JMSException {
        try (Session session = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
                MessageProducer producer = session.createProducer(from);
                MessageConsumer consumer = session.createConsumer(from)) {
            for (int i = 0; i < texts.length; i++) {
                TextMessage message = session.createTextMessage(texts[i]);
                message.setIntProperty("i", i);
                producer.send(message);
                PeekLock.of(receive(consumer)).deadLetter("Because", "in words", Map.of());
            }
        }
    }

    private RedriveJobDescription ended(RedriveJobDescription job) throws JMSException {
        eventually("the job ended", () -> job(job.id()).state() != RedriveJobDescription.RedriveJobState.RUNNING);
        return job(job.id());
    }

    private void awaitMoved(RedriveJobDescription job, long moved) {
        eventually(moved + " messages moved", () -> job(job.id()).moved() == moved);
    }

    private static void assertCode(String code, ThrowingCallable call) {
        assertThatExceptionOfType(JMSException.class)
                .isThrownBy(call)
                .matches(refused -> refused.getErrorCode().equals(code), code);
    }

    @Test
    @DisplayName("BEY-07 a job moves dead letters like a redrive, and reports its progress")
    void shouldMoveBack() throws JMSException {
        deadLetter(queue, "a", "b", "c");
        time.jump(Duration.ofMillis(1));
        RedriveJobDescription begun = jobs().start(DEAD_LETTERS, RedriveOptions.all(), "ada");
        assertThat(begun.state()).isEqualTo(RedriveJobDescription.RedriveJobState.RUNNING);
        RedriveJobDescription job = ended(begun);
        assertThat(job.state()).isEqualTo(RedriveJobDescription.RedriveJobState.DONE);
        assertThat(job.queue()).isEqualTo(DEAD_LETTERS);
        assertThat(job.target()).isNull();
        assertThat(job.requestedBy()).isEqualTo("ada");
        assertThat(List.of(job.total(), job.moved(), job.skipped(), job.withoutSource()))
                .containsExactly(3L, 3L, 0L, 0L);
        assertThat(job.endedAt()).isAfterOrEqualTo(job.startedAt());
        assertThat(job.failure()).isNull();
        assertThat(jobs().list()).containsExactly(job);
        try (Session session = connection.createSession();
                MessageConsumer consumer = session.createConsumer(queue)) {
            for (String text : List.of("a", "b", "c")) {
                Message back = receive(consumer);
                assertThat(text(back)).isEqualTo(text);
                assertThat(back.getIntProperty("JMSXDeliveryCount")).isEqualTo(1);
                assertThat(back.propertyExists("DeadLetterReason")).isFalse();
            }
            assertNothing(consumer);
        }
    }

    @Test
    @DisplayName("BEY-07 a job obeys its selector, sequence numbers, maximum and target, and counts skipped messages")
    void shouldChoose() throws JMSException {
        deadLetter(queue, "a", "b", "c", "d", "e", "f");
        send(queue(DEAD_LETTERS), "without source");
        MessageFilter filter = MessageFilter.all().withSelector("i IS NULL OR i >= 4");
        RedriveJobDescription chosen =
                ended(jobs().start(DEAD_LETTERS, RedriveOptions.all().withFilter(filter), null));
        assertThat(List.of(chosen.total(), chosen.moved(), chosen.skipped(), chosen.withoutSource()))
                .containsExactly(7L, 2L, 5L, 1L);
        assertThat(chosen.selector()).isEqualTo(filter.selector());
        assertThat(drain(queue)).containsExactly("e", "f");

        RedriveJobDescription some =
                ended(jobs().start(DEAD_LETTERS, RedriveOptions.all().withMaxMessages(1), null));
        assertThat(some.state()).isEqualTo(RedriveJobDescription.RedriveJobState.DONE);
        assertThat(some.moved()).isEqualTo(1);
        assertThat(drain(queue)).containsExactly("a");

        admin.createQueue("repair", QueueOptions.defaults());
        long number = admin.messages(DEAD_LETTERS)
                .peek(MessageFilter.all(), dev.restante.admin.PageRequest.first(1))
                .messages()
                .get(0)
                .sequenceNumber();
        RedriveOptions one = RedriveOptions.all()
                .withFilter(MessageFilter.all().withSequenceNumber(number))
                .withTarget("repair");
        RedriveJobDescription named = ended(jobs().start(DEAD_LETTERS, one, null));
        assertThat(named.sequenceNumbers()).isEqualTo(Set.of(number));
        assertThat(List.of(named.total(), named.moved(), named.skipped())).containsExactly(1L, 1L, 0L);
        assertThat(named.target()).isEqualTo("repair");
        assertThat(drain(queue("repair"))).containsExactly("b");
    }

    @Test
    @DisplayName("BEY-07 a job keeps its rate, and does not catch up after a delay")
    void shouldKeepRate() throws JMSException {
        deadLetter(queue, "a", "b", "c", "d", "e");
        RedriveJobDescription early = jobs().start(DEAD_LETTERS, SLOWLY, null);
        awaitMoved(early, 1);
        time.jump(Duration.ofMinutes(50));
        assertThat(jobs().cancel(early.id())).isTrue();
        assertThat(job(early.id()).moved()).isEqualTo(1);

        RedriveJobDescription late = jobs().start(DEAD_LETTERS, SLOWLY, null);
        awaitMoved(late, 1);
        time.jump(Duration.ofMinutes(61));
        awaitMoved(late, 2);
        time.jump(Duration.ofHours(10));
        awaitMoved(late, 3);
        time.jump(Duration.ofMinutes(50));
        assertThat(jobs().cancel(late.id())).isTrue();
        assertThat(job(late.id()).moved()).isEqualTo(3);
        assertThat(drain(queue)).containsExactly("a", "b", "c", "d");
    }

    @Test
    @DisplayName("BEY-07 a cancelled job moves no more messages, and the moved messages stay in their queue")
    void shouldBeCancelled() throws Exception {
        deadLetter(queue, "a", "b", "c");
        RedriveJobDescription job = jobs().start(DEAD_LETTERS, SLOWLY, null);
        awaitMoved(job, 1);
        assertThat(jobs().cancel(job.id())).isTrue();
        RedriveJobDescription cancelled = job(job.id());
        assertThat(cancelled.state()).isEqualTo(RedriveJobDescription.RedriveJobState.CANCELLED);
        assertThat(cancelled.endedAt()).isNotNull();
        time.jump(Duration.ofHours(2));
        // The job would move its next message before this job of the same node begins.
        deadLetter(queue("other"), "x");
        ended(jobs().start("other/$DeadLetterQueue", RedriveOptions.all(), null));
        assertThat(job(job.id())).isEqualTo(cancelled);
        assertThat(drain(queue)).containsExactly("a");
        assertThat(jobs().cancel(job.id())).isFalse();
        assertThat(jobs().cancel(4711)).isFalse();
        assertThat(jobs().get(4711)).isEmpty();
    }

    @Test
    @DisplayName("BEY-07 a job continues after its store was closed, with its counts and its rate")
    void shouldOutliveItsNode() throws JMSException {
        reopenAll();
        deadLetter(queue, "a", "b", "c");
        RedriveJobDescription job = jobs().start(DEAD_LETTERS, SLOWLY, null);
        awaitMoved(job, 1);
        for (int moved = 2; moved <= 3; moved++) {
            reopenAll();
            assertThat(job(job.id()).moved()).isEqualTo(moved - 1L);
            // A node of a shared store starts with the clock of its server, which ignores earlier jumps.
            time.jump(Duration.ofMinutes(61L * moved));
            awaitMoved(job, moved);
        }
        RedriveJobDescription done = ended(job);
        assertThat(List.of(done.total(), done.moved(), done.skipped())).containsExactly(3L, 3L, 0L);
        assertThat(drain(queue)).containsExactly("a", "b", "c");
    }

    @Test
    @DisplayName("BEY-10 a job of an earlier version continues, even if its selector has a now unsupported identifier")
    void shouldContinueWithStoredSelectors() throws Exception {
        reopenAll();
        deadLetter(queue, "a", "b");
        RedriveOptions someSlowly = SLOWLY.withFilter(MessageFilter.all().withSelector("i >= 0"));
        RedriveJobDescription job = jobs().start(DEAD_LETTERS, someSlowly, null);
        awaitMoved(job, 1);
        assertThat(update("UPDATE restante_redrive_job SET selector = 'AMQSize IS NULL' WHERE id = " + job.id()))
                .isEqualTo(1);
        reopenAll();
        time.jump(Duration.ofMinutes(122));
        assertThat(ended(job).moved()).isEqualTo(2);
        assertThat(drain(queue)).containsExactly("a", "b");
    }

    private void reopenAll() throws JMSException {
        admin.close();
        reopen();
        openAdministration();
    }

    @Test
    @DisplayName(
            "BEY-07 a job leaves messages that are dead-lettered while it runs, even if the store is closed meanwhile")
    void shouldLeaveWhatComesBack() throws JMSException {
        reopenAll();
        deadLetter(queue, "a", "b");
        RedriveJobDescription job = jobs().start(DEAD_LETTERS, SLOWLY, null);
        awaitMoved(job, 1);
        time.jump(Duration.ofSeconds(5));
        try (Session session = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
                MessageConsumer consumer = session.createConsumer(queue)) {
            PeekLock.of(receive(consumer)).deadLetter("Again", null, Map.of());
        }
        deadLetter(queue, "c");
        reopenAll();
        time.jump(Duration.ofMinutes(61));
        RedriveJobDescription done = ended(job);
        assertThat(List.of(done.total(), done.moved(), done.skipped())).containsExactly(2L, 2L, 0L);
        assertThat(drain(queue)).containsExactly("b");
        assertThat(admin.statistics("q").deadLettered()).isEqualTo(2);
    }

    @Test
    @DisplayName("BEY-07 a node moves no more messages for a job that another node has adopted")
    void shouldBeFenced() throws Exception {
        deadLetter(queue, "a", "b", "c");
        RedriveJobDescription job = jobs().start(DEAD_LETTERS, SLOWLY, null);
        awaitMoved(job, 1);
        assertThat(update("UPDATE restante_redrive_job SET owner = 999999 WHERE id = " + job.id()))
                .isEqualTo(1);
        time.jump(Duration.ofHours(2));
        // The job would move its next message before this job of the same node begins.
        deadLetter(queue("other"), "x");
        ended(jobs().start("other/$DeadLetterQueue", RedriveOptions.all(), null));
        assertThat(job(job.id()).moved()).isEqualTo(1);
        assertThat(drain(queue)).containsExactly("a");
    }

    @Test
    @DisplayName("BEY-07 a job whose target is deleted fails and names the deleted queue")
    void shouldFailWithoutTarget() throws JMSException {
        deadLetter(queue, "a", "b");
        admin.createQueue("repair", QueueOptions.defaults());
        RedriveJobDescription job = jobs().start(DEAD_LETTERS, SLOWLY.withTarget("repair"), null);
        awaitMoved(job, 1);
        admin.messages("repair").purge(MessageFilter.all());
        assertThat(admin.deleteQueue("repair")).isTrue();
        time.jump(Duration.ofHours(2));
        assertThat(ended(job).state()).isEqualTo(RedriveJobDescription.RedriveJobState.FAILED);
        assertThat(job(job.id()).failure()).isEqualTo("'repair' does not exist any more");
        assertThat(job(job.id()).moved()).isEqualTo(1);
        assertThat(admin.statistics("q").deadLettered()).isEqualTo(1);
    }

    @Test
    @DisplayName("BEY-07 a job whose dead-letter queue is deleted fails and names it, with and without a target")
    void shouldFailWithoutQueue() throws JMSException {
        admin.createQueue("repair", QueueOptions.defaults());
        for (RedriveOptions options : List.of(SLOWLY, SLOWLY.withTarget("repair"))) {
            deadLetter(queue, "a", "b");
            RedriveJobDescription job = jobs().start(DEAD_LETTERS, options, null);
            awaitMoved(job, 1);
            assertThat(admin.deleteQueue("q", true)).isTrue();
            time.jump(Duration.ofHours(2));
            assertThat(ended(job).state()).isEqualTo(RedriveJobDescription.RedriveJobState.FAILED);
            assertThat(job(job.id()).failure()).isEqualTo("'" + DEAD_LETTERS + "' does not exist any more");
            assertThat(job(job.id()).moved()).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("BEY-07 a job that has moved its maximum number is done, even if its queue is deleted afterwards")
    void shouldBeDoneAtItsMaximum() throws JMSException {
        deadLetter(queue, "a", "b", "c");
        RedriveJobDescription job = jobs().start(DEAD_LETTERS, SLOWLY.withMaxMessages(1), null);
        RedriveJobDescription done = ended(job);
        assertThat(admin.deleteQueue("q", true)).isTrue();
        assertThat(done.state()).isEqualTo(RedriveJobDescription.RedriveJobState.DONE);
        assertThat(job(job.id())).isEqualTo(done);
    }

    @Test
    @DisplayName("BEY-07 a job skips dead letters of a deleted source, and counts them as messages without a source")
    void shouldLeaveWhatHasLostItsSource() throws JMSException {
        admin.createQueue("common", QueueOptions.defaults());
        admin.createQueue("from", QueueOptions.defaults().withDeadLetterTo("common"));
        deadLetter(queue("from"), "a", "b");
        RedriveJobDescription job = jobs().start("common", SLOWLY, null);
        awaitMoved(job, 1);
        admin.messages("from").purge(MessageFilter.all());
        assertThat(admin.deleteQueue("from")).isTrue();
        time.jump(Duration.ofHours(2));
        RedriveJobDescription done = ended(job);
        assertThat(List.of(done.moved(), done.skipped(), done.withoutSource())).containsExactly(1L, 1L, 1L);
        assertThat(drain(queue("common"))).containsExactly("b");
    }

    @Test
    @DisplayName("BEY-07 a job rejects the options that a redrive rejects, and at most 100 jobs run at the same time")
    void shouldRefuse() throws JMSException {
        String[] texts = IntStream.rangeClosed(0, 100).mapToObj(i -> "m" + i).toArray(String[]::new);
        deadLetter(queue, texts);
        assertThatExceptionOfType(InvalidDestinationException.class)
                .isThrownBy(() -> jobs().start("none", RedriveOptions.all(), null));
        assertThatExceptionOfType(InvalidDestinationException.class).isThrownBy(() -> jobs().start(
                        DEAD_LETTERS, RedriveOptions.all().withTarget("none"), null));
        assertCode("RESTANTE-INVALID-ARGUMENT", () -> jobs().start(
                        DEAD_LETTERS, RedriveOptions.all().withTarget(DEAD_LETTERS), null));
        assertCode("RESTANTE-INVALID-ARGUMENT", () -> jobs().start(
                        DEAD_LETTERS,
                        RedriveOptions.all().withFilter(MessageFilter.all().withStates(MessageState.LOCKED)),
                        null));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> jobs().start(DEAD_LETTERS, RedriveOptions.all(), "a".repeat(201)));
        for (int i = 0; i < 100; i++) {
            jobs().start(DEAD_LETTERS, SLOWLY, null);
        }
        assertCode("RESTANTE-INVALID-ARGUMENT", () -> jobs().start(DEAD_LETTERS, SLOWLY, null));
        assertThat(jobs().cancel(jobs().list().get(0).id())).isTrue();
        jobs().start(DEAD_LETTERS, SLOWLY, null);
    }

    @Test
    @DisplayName("BEY-07 the store keeps ended jobs for a week, and at most the last 100 of them")
    void shouldForget() throws Exception {
        deadLetter(queue, "a");
        RedriveJobDescription first = ended(jobs().start(DEAD_LETTERS, RedriveOptions.all(), null));
        assertThat(jobs().list()).containsExactly(first);
        time.jump(Duration.ofDays(8));
        assertThat(jobs().list()).isEmpty();
        for (int i = 0; i < 102; i++) {
            ended(jobs().start(DEAD_LETTERS, RedriveOptions.all(), null));
        }
        eventually("the store keeps 100 jobs", () -> stored("COUNT(*) FROM restante_redrive_job") == 100);
        assertThat(jobs().get(first.id())).isEmpty();
    }
}
