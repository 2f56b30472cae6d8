package dev.restante.samples.modulith;

import org.springframework.context.ApplicationEventPublisher;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Service that takes or cancels an order for a dish: writes its row and publishes an event in one transaction. */
@Service
public class DishOrderService {

    private final JdbcTemplate rows;
    private final ApplicationEventPublisher events;

    DishOrderService(JdbcTemplate rows, ApplicationEventPublisher events) {
        this.rows = rows;
        this.events = events;
    }

    // region service
    @Transactional
    public void take(String dish) {
        events.publishEvent(new OrderTaken(dish));
        rows.update("INSERT INTO taken (dish) VALUES (?)", dish);
    }
    // endregion

    @Transactional
    public void cancel(String dish) {
        events.publishEvent(new OrderCancelled(dish));
        if (rows.update("DELETE FROM taken WHERE dish = ?", dish) == 0) {
            throw new IllegalArgumentException("there is no order for " + dish);
        }
    }
}
