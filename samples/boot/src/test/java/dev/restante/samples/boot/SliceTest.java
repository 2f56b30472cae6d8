package dev.restante.samples.boot;

import static dev.restante.test.RestanteAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.samples.sliced.DatabaseService;
import dev.restante.samples.sliced.SlicedApplication;
import dev.restante.spring.RestanteStore;
import dev.restante.spring.boot.test.RestanteTest;
import dev.restante.spring.boot.test.TestQueues;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.ApplicationContext;
import org.springframework.jms.core.JmsTemplate;
import org.springframework.test.context.ContextConfiguration;
import org.springframework.test.context.TestContextManager;

@Timeout(120)
@DisplayName("Tests of an application's messaging")
class SliceTest {

    @RestanteTest
    @ContextConfiguration(classes = SlicedApplication.class)
    static class Slice {}

    @RestanteTest
    @ContextConfiguration(classes = SlicedApplication.class)
    static class SameSlice {}

    @SpringBootTest(
            classes = GreetingsApplication.class,
            properties = {"spring.jms.listener.auto-startup=false", "spring.application.name=whole"})
    static class Whole {}

    private static ApplicationContext context(Class<?> test) {
        return new TestContextManager(test).getTestContext().getApplicationContext();
    }

    @Test
    @DisplayName("a @RestanteTest has listeners and an in-memory store, but no database and no other components")
    void shouldSlice() {
        ApplicationContext context = context(Slice.class);
        assertThat(context.getBeanNamesForType(DataSource.class)).isEmpty();
        assertThat(context.getBeanNamesForType(DatabaseService.class)).isEmpty();
        assertThat(context.getBean(RestanteStore.class)
                        .restanteConnectionFactory()
                        .getUrl())
                .startsWith("jdbc:hsqldb:mem:");
        JmsTemplate jms = context.getBean(JmsTemplate.class);
        jms.convertAndSend("words", "hello");
        TestQueues queues = context.getBean(TestQueues.class);
        assertThat(queues.queue("words")).within(Duration.ofSeconds(30)).isEmpty();
        assertThat(queues.queue("heard")).hasNext().withText("hello");
        assertThat(context(SameSlice.class)).isSameAs(context);
    }

    @Test
    @DisplayName("a test of the whole application has a TestQueues bean, too")
    void shouldHaveQueues() {
        ApplicationContext context = context(Whole.class);
        assertThat(context.getBeanNamesForType(DataSource.class))
                .as("data sources of Spring Boot")
                .isNotEmpty();
        assertThat(context.getBean(TestQueues.class).queue("greetings"))
                .hasNext()
                .withText("Hello Ada");
        JmsTemplate jms = context.getBean(JmsTemplate.class);
        jms.setReceiveTimeout(TimeUnit.SECONDS.toMillis(30));
        assertThat(jms.receiveAndConvert("greetings")).isEqualTo("Hello Ada");
        assertThat(context.getBean(TestQueues.class).queue("greetings")).isEmpty();
    }
}
