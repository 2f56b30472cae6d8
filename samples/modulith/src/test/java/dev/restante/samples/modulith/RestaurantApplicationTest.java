package dev.restante.samples.modulith;

import static dev.restante.test.RestanteAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.option.EntityStatus;
import dev.restante.spring.RestanteStore;
import dev.restante.test.TestQueue;
import dev.restante.testserver.TestPostgres;
import jakarta.jms.JMSException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.Banner;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;

@Timeout(120)
@DisplayName("Events of Spring Modulith")
class RestaurantApplicationTest {

    private final String database = TestPostgres.newDatabase();

    @Test
    @DisplayName("an event goes to its queue if its transaction commits, and never otherwise")
    void shouldSend() throws JMSException {
        try (ConfigurableApplicationContext restaurant = open();
                RestanteAdmin admin = admin(restaurant)) {
            DishOrderService dishOrderService = waiter(restaurant);
            assertThatThrownBy(() -> dishOrderService.take("soufflé with a long name"))
                    .isInstanceOf(DataAccessException.class);
            dishOrderService.take("stew");

            assertThat(new TestQueue(admin, "orders")).hasAvailable(1).hasNext().withText("{\"dish\":\"stew\"}");

            assertThatThrownBy(() -> dishOrderService.cancel("soup")).hasMessage("there is no order for soup");
            dishOrderService.cancel("stew");
            assertThat(new TestQueue(admin, "cancellations"))
                    .hasAvailable(1)
                    .hasNext()
                    .withText("stew");
        }
    }

    @Test
    @DisplayName("an event is kept while its queue rejects messages, and sent when the application starts again")
    void shouldSendLater() throws JMSException {
        try (ConfigurableApplicationContext restaurant = open();
                RestanteAdmin admin = admin(restaurant)) {
            admin.createQueue("orders", QueueOptions.defaults().withStatus(EntityStatus.SEND_DISABLED));
            waiter(restaurant).take("stew");
        }
        try (ConfigurableApplicationContext restaurant =
                        open("--restante.queues.orders.status=active", "--restante.entity-management=update");
                RestanteAdmin admin = admin(restaurant)) {
            assertThat(new TestQueue(admin, "orders")).hasNext().withText("{\"dish\":\"stew\"}");
        }
    }

    private ConfigurableApplicationContext open(String... settings) {
        ConfigurableApplicationContext restaurant = new SpringApplicationBuilder(RestaurantApplication.class)
                .bannerMode(Banner.Mode.OFF)
                .properties("spring.datasource.url=" + database, "logging.level.root=error")
                // The first attempt to send the event is expected to fail.
                .properties("logging.level.org.springframework.transaction.event=off")
                .run(settings);
        restaurant.getBean(JdbcTemplate.class).execute("CREATE TABLE IF NOT EXISTS taken (dish VARCHAR(20))");
        return restaurant;
    }

    private static RestanteAdmin admin(ConfigurableApplicationContext restaurant) throws JMSException {
        return restaurant
                .getBean(RestanteStore.class)
                .restanteConnectionFactory()
                .admin();
    }

    private static DishOrderService waiter(ConfigurableApplicationContext restaurant) {
        return restaurant.getBean(DishOrderService.class);
    }
}
