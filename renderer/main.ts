import { mount } from 'svelte';
import App from './App.svelte';
import './app.css';
import { connectClient } from './client.ts';
import { Session } from './state/session.svelte.ts';

const target = document.getElementById('app');
if (target === null) throw new Error('index.html has no #app element');
mount(App, { target, props: { session: new Session(connectClient()) } });
