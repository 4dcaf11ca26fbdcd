"""The composition root: creates and connects all parts of a worker."""

import asyncio
import secrets
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager

from fastapi import FastAPI
from starlette.websockets import WebSocket

from app.api.http.deps import Deps
from app.api.http.guard import client_address, origin_allowed
from app.api.routes import install_routes
from app.config.settings import Settings
from app.db import Database
from app.gateway.endpoint import Gateway
from app.gateway.limits import Doors
from app.gateway.parts import Parts
from app.gateway.session_loop import SessionLoop
from app.play.books.rebuild import Rebuild
from app.play.books.reservations import Reservations
from app.play.health import Storage
from app.play.lobby import Lobby
from app.play.loops.clock import ClockLoop
from app.play.loops.lost_holds import LostHolds
from app.play.loops.presence import PresenceLoop
from app.play.loops.reaper import Patience, Reaper
from app.play.loops.relay import Relay
from app.play.loops.supervise import LoopSupervisor
from app.play.loops.tidy import KeepDays, Tidy, TidyLoop
from app.play.loops.timers import TimerLoop
from app.play.loops.watch import Census, watch_lag
from app.play.operator.audit import AuditProcess
from app.play.operator.console import Operator
from app.play.origins import Origins
from app.play.revocations import Revocations
from app.play.service import RoomService
from app.stores import Stores, open_redis
from app.version import VERSION, build_of


def create_app(settings: Settings) -> FastAPI:
    """The application of one worker. ``settings.redis_url`` must be set; the database must be migrated."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with AsyncExitStack() as stack:
            await _start(settings, app, stack)
            yield

    app = FastAPI(
        title="Guang'an mahjong",
        version=VERSION,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
    )
    app.add_api_websocket_route("/ws", _serve_socket)
    install_routes(app, settings.web_dir, settings.public_base)
    return app


async def drain(app: FastAPI) -> None:
    """End all connections of this worker; the clients reconnect to another worker or after its restart."""
    gateway: Gateway = app.state.gateway
    deps: Deps = app.state.deps
    await gateway.hub.drain(deps.settings.drain_ms)


async def _serve_socket(socket: WebSocket) -> None:
    gateway: Gateway = socket.app.state.gateway
    await gateway.serve(socket)


async def _start(settings: Settings, app: FastAPI, stack: AsyncExitStack) -> None:
    """Open store and database and start the loops. ``stack`` closes them in reverse order."""
    db = Database(settings.database)
    stack.push_async_callback(db.close)
    stores = await _open_stores(settings, stack)
    revocations = Revocations(stores.link, stores.limits, stores.pokes, db, _wall_ms)
    rebuild = Rebuild(stores.rooms, db, stores.codes, _entropy)
    nudge = asyncio.Event()
    service = RoomService(stores.rooms, rebuild, _entropy, stores.pokes, nudge.set, Reservations(db))
    loops = _start_loops(settings, stores, db, service, nudge)
    stack.push_async_callback(loops.stop)
    await stores.pokes.ready()
    origins = Origins(db, _wall_ms)
    gateway = Gateway(_gateway_parts(settings, stores, service, revocations, origins))
    loops.start("sessions", SessionLoop(gateway.hub, revocations).run)
    stack.push_async_callback(gateway.hub.settle)

    storage = Storage(stores, db, f"worker-{secrets.token_hex(4)}", _wall_ms)

    async def health() -> Mapping[str, str]:
        draining = {"gateway": "draining"} if gateway.hub.draining else {}
        return {**await storage.troubles(), **draining, **loops.troubles()}

    app.state.gateway = gateway
    app.state.deps = Deps(
        settings=settings,
        db=db,
        lobby=Lobby(service, db, stores.codes, _entropy),
        operator=Operator(service, db),
        audit=AuditProcess(settings.database),
        limits=stores.limits,
        tickets=stores.tickets,
        revocations=revocations,
        origins=origins,
        wall_ms=_wall_ms,
        health=health,
        version=VERSION,
    )


async def _open_stores(settings: Settings, stack: AsyncExitStack) -> Stores:
    if settings.redis_url is None:
        raise ValueError("redis_url is not set")
    stores = Stores(open_redis(settings.redis_url))
    stack.push_async_callback(stores.aclose)
    await stores.clock.sync()
    return stores


def _start_loops(
    settings: Settings, stores: Stores, db: Database, service: RoomService, nudge: asyncio.Event
) -> LoopSupervisor:
    consumer = f"worker-{secrets.token_hex(4)}"
    timers = stores.timers
    loops = LoopSupervisor()
    loops.start("pokes", stores.pokes.run)
    loops.start("clock", ClockLoop(stores.clock, timers).run)
    loops.start("timers", TimerLoop(service, timers, settings.pace.grace_ms).run)
    loops.start("relay", Relay(service, stores.outbox, stores.codes, db, consumer, nudge).run)
    loops.start("presence", PresenceLoop(service, stores.presence).run)
    patience = Patience(**settings.reap.model_dump())
    loops.start("reaper", Reaper(service, timers, stores.codes, db, patience).run)
    loops.start("holds", LostHolds(service, db).run)
    tidy = Tidy(db, KeepDays(**settings.retention.model_dump()), timers.live_rooms)
    loops.start("tidy", TidyLoop(tidy, stores.limits, _wall_ms).run)
    if settings.metrics_port is not None:
        loops.start("lag", watch_lag)
        loops.start("census", Census(stores.rooms, timers, stores.outbox, db).run)
    return loops


def _gateway_parts(
    settings: Settings, stores: Stores, service: RoomService, revocations: Revocations, origins: Origins
) -> Parts:
    limits = settings.limits
    return Parts(
        service=service,
        presence=stores.presence,
        pokes=stores.pokes,
        tickets=stores.tickets,
        revocations=revocations,
        origins=origins,
        doors=Doors(limits.sockets_per_session, limits.sockets_per_address, limits.sockets_per_worker),
        origin_allowed=lambda socket: origin_allowed(socket, settings.allowed_origins, settings.public_base),
        address_of=client_address,
        build=build_of(settings.web_dir),
    )


def _entropy() -> bytes:
    return secrets.token_bytes(32)


def _wall_ms() -> int:
    return time.time_ns() // 1_000_000
