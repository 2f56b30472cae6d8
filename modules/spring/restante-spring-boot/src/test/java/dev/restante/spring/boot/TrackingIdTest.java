package dev.restante.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import jakarta.jms.JMSException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

class TrackingIdTest {

    @Test
    @DisplayName("SND-02 the log entry of a failure has the tracking id as a field, and later log entries do not")
    void shouldBeAField() throws JMSException {
        Logger logger = (Logger) LoggerFactory.getLogger("dev.restante.jms.error");
        ListAppender<ILoggingEvent> logged = new ListAppender<>();
        Level before = logger.getLevel();
        logger.setLevel(Level.DEBUG);
        logger.addAppender(logged);
        logged.start();
        try (RestanteConnectionFactory factory = new RestanteConnectionFactory("jdbc:hsqldb:mem:tracked");
                RestanteAdmin admin = factory.admin()) {
            admin.createQueue("q", QueueOptions.defaults());
            JMSException refused =
                    catchThrowableOfType(JMSException.class, () -> admin.createQueue("q", QueueOptions.defaults()));
            String tracking = logged.list.get(0).getMDCPropertyMap().get("restante.trackingId");
            assertThat(tracking).isNotBlank();
            assertThat(refused).hasMessageContaining("[tracking id " + tracking + ";");
            assertThat(MDC.get("restante.trackingId")).isNull();
        } finally {
            logger.detachAppender(logged);
            logger.setLevel(before);
        }
    }
}
